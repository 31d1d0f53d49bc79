"""Secrets and personal data of a proposal, as sightings and as the text that may be written down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from core.gate.case import Case
from core.gate.masking import MaskedSpan, masked_json, masked_with, secret_spans
from core.gate.personal import personal_data
from core.gate.sighting import Sighting, seen


@dataclass
class Private:
    """What a proposal holds that must not be kept.

    Attributes:
        own: places in the canonical text.
        elsewhere: values in the strings of a JSON value, the parts, the key and the sources.
    """

    own: list[MaskedSpan] = field(default_factory=list)
    elsewhere: list[tuple[str, MaskedSpan]] = field(default_factory=list)

    def secrets(self, case: Case) -> Iterator[Sighting]:
        """Every secret, in the text and beside it."""
        for span in secret_spans(case.text):
            self.own.append(span)
            yield _sighting(span, high=False, place=None if case.proposal.is_json else (span.start, span.end))
        for view in case.others:
            for span in secret_spans(view.text):
                self.elsewhere.append((view.text[span.start : span.end], span))
                yield _sighting(span, high=False, place=None)

    def personal(self, case: Case) -> Iterator[Sighting]:
        """Personal data: the high-risk kind, and ways to reach somebody."""
        told: set[str] = set()
        own_view = () if case.proposal.is_json else (case.view,)
        for number, view in enumerate((*own_view, *case.others)):
            own = number == 0 and bool(own_view)
            for each in personal_data(view.text):
                start, end = view.span(each.start, each.end)
                if each.is_high:
                    span = MaskedSpan(each.kind, start, end, end - start, True, "", "")
                    if own:
                        self.own.append(span)
                    else:
                        self.elsewhere.append((view.text[each.start : each.end], span))
                    yield _sighting(span, high=True, place=(start, end) if own else None)
                elif each.kind not in told:
                    told.add(each.kind)
                    yield seen("contact_data", (start, end) if own else None, type=each.kind)

    def redacted(self, case: Case, key: bytes | None) -> str:
        """The canonical text without any of it."""
        if not case.proposal.is_json:
            return masked_with(case.text, self.own, key).text
        values = [(case.text[span.start : span.end], span) for span in self.own]
        return masked_json(case.text, [*values, *self.elsewhere], key)


def _sighting(span: MaskedSpan, *, high: bool, place: tuple[int, int] | None) -> Sighting:
    code = "personal_data" if high else "secret" if span.certain else "suspected_secret"
    return seen(code, place, type=span.kind, length=span.length)
