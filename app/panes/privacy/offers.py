"""What can be done in the Privacy pane now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from app.panes.privacy import places
from app.panes.privacy.requests_view import is_open

if TYPE_CHECKING:
    from app.panes.privacy.pane import PrivacyPane
    from core.privacy import Request

Run = Callable[[], object]


def offers(pane: PrivacyPane) -> Mapping[str, Run]:
    """Action id to function, for everything that is possible now."""
    session = pane.session
    if session.operator is None:
        return {}
    found: dict[str, Run] = {"check_receipt": pane.person.check_receipt}
    if session.writable:
        found |= {
            "backup": pane.copying.back_up,
            "restore": pane.copying.restore,
            "statements": pane.copying.state,
        }
        if session.unfinished.pending:
            found["finish"] = pane.person.finish
        if pane.erasures.suppressions:
            found["lift_suppression"] = partial(pane.names.lift, pane.erasures.suppressions)
    if session.scope is not None:
        found |= _person(pane)
    found |= _receipt(pane) | _request(pane) | _retention(pane) | _copy(pane)
    return {f"privacy.{name}": run for name, run in found.items()}


def _person(pane: PrivacyPane) -> dict[str, Run]:
    # An export is a read; where it went cannot be written down in a read-only file, which is said.
    found: dict[str, Run] = {"mentions": pane.holdings.look_for_mentions, "export": pane.person.export}
    standings = pane.standings
    if not pane.session.writable or standings is None:
        return found
    found |= {"erase": pane.person.erase, "new_request": pane.asked.add}
    if standings.restriction is None:
        found |= {"restrict": pane.limits.restrict, "forget": pane.forgetting.forget}
    else:
        found["lift_restriction"] = pane.limits.lift_restriction
    if standings.hold is None:
        found["put_on_hold"] = pane.limits.put_on_hold
    else:
        found["lift_hold"] = pane.limits.lift_hold
    return found


def _receipt(pane: PrivacyPane) -> dict[str, Run]:
    receipt = pane.erasures.receipt
    if receipt is None:
        return {}
    return {
        "save_receipt": partial(pane.files.save_json, receipt),
        "save_page": partial(pane.files.save_pdf, receipt),
        **({} if pane.printing.why_not else {"print_receipt": partial(pane.printing.print, receipt)}),
    }


def _request(pane: PrivacyPane) -> dict[str, Run]:
    request, session = pane.requests.request, pane.session
    if request is None:
        return {}
    found: dict[str, Run] = {}
    if request.scope != session.scope:
        found["look_at"] = partial(session.set_scope, request.scope)
    if not is_open(request) or not session.writable:
        return found
    found |= {
        "close_request": partial(pane.asked.close, request, "done"),
        "refuse_request": partial(pane.asked.close, request, "refused"),
    }
    if not request.extended:
        found["extend"] = partial(pane.asked.extend, request)
    if (answer := _answer(pane, request)) is not None:
        found["answer"] = answer
    return found


def _answer(pane: PrivacyPane, request: Request) -> Run | None:
    """What was asked for, as an act on the person looked at."""
    if request.scope != pane.session.scope:
        return None
    person = _person(pane)
    wanted = {"access": "export", "erasure": "erase", "restriction": "restrict"}.get(str(request.kind))
    if wanted is not None:
        return person.get(wanted)
    # Rectification: the records themselves are corrected in Memory.
    return partial(pane.session.show_records, "")


def _retention(pane: PrivacyPane) -> dict[str, Run]:
    kept = pane.retention.kept
    if not pane.session.writable or kept is None:
        return {}
    found: dict[str, Run] = {"set_rule": partial(pane.rules.set_rule, kept)}
    if kept.rule is not None:
        found["clear_rule"] = partial(pane.rules.clear_rule, kept)
    if pane.retention.has_rules:
        found["preview_sweep"] = pane.rules.preview
    return found


def _copy(pane: PrivacyPane) -> dict[str, Run]:
    copy = pane.copies.copy
    if copy is None:
        return {}
    found: dict[str, Run] = {}
    if copy.there:
        found["reveal_copy"] = partial(places.reveal, copy.path)
    if pane.session.writable and copy.removed_at is None:
        found["remove_copy"] = partial(pane.copying.remove, copy)
    return found
