"""What a receipt says, in plain words: the window, the page and the terminal take every line from here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from app.wording.language import plain, say
from app.wording.privacy import table_word
from app.wording.times import moment
from app.wording.words import number
from core.clock import LATEST, to_datetime

if TYPE_CHECKING:
    from core.privacy import Receipt
    from core.store.holders import Holder

_MOST_NAMED = 5

_REASONS = {
    "request": "the person asked for it",
    "consent_withdrawn": "consent was withdrawn",
    "no_longer_needed": "no longer needed",
    "objection": "the person objected",
    "unlawful": "it was held unlawfully",
    "legal_duty": "the law demands it",
    "came_back": "erased before; an old copy brought them back",
    "other": "another reason",
}
_LIMITS = {
    "backups_left": "Backups listed here still hold the person until they are removed or expire.",
    "exports_left": "Exports listed here still hold the person.",
    "not_registered": "The list of erasures outside the file could not be written: an old copy of the file that is "
    "opened here will not be recognised by it.",
    "other_copies": "Copies elsewhere (backups outside, exported files, other machines) cannot be checked from here.",
    "device": "The disk may keep old blocks that no program can read or overwrite.",
    "process_memory": "Programs that had the file open may still hold what they read in their memory.",
    "compressed": "Packed or encrypted copies of a value cannot be found by searching bytes.",
    "suppression_guessable": "Until the block on the name ends, whoever has this file can test whether a guessed "
    "name was erased.",
    "scan_not_repeated": "The search was not repeated after a restart: what to look for was known in memory only.",
    "nothing_to_search": "The person had no text that is theirs alone, so there was nothing to search for.",
    "rows_came_late": "Rows arrived while it ran; they were deleted, but not among what was searched for.",
    "mentions_kept": "Records of other people mention the person; what was not redacted was left as it is.",
    "copies_kept": "Copies of the value that were to be kept still stand elsewhere.",
}
_KEPT = {
    "not_decided": "nothing was decided",
    "theirs": "they are the other people’s own memory",
    "needed": "needed to serve the other people",
    "public": "what they say is public",
}
_IDENTITIES = {
    "login": "by login",
    "in_person": "in person",
    "document": "by a document",
    "letter": "by letter",
    "mail": "by mail",
    "phone": "by phone",
    "recorded": "recorded, in words that went with the person",
}


class Line(NamedTuple):
    """One thing that was looked at: whether it is as it should be (None: not known), in a sentence."""

    ok: bool | None
    text: str


class Stated(NamedTuple):
    """One fact of a receipt; a hash has no blank to break at."""

    label: str
    value: str
    is_hash: bool = False


def check_lines(receipt: Receipt) -> list[Line]:
    """Every check, in the order it was made."""
    return [Line(each.ok, check_text(each.name, each.ok, each.data)) for each in receipt.checks]


def limit_lines(receipt: Receipt) -> list[Line]:
    """Everything it does not prove, or says was left."""
    return [Line(None, limit_text(limit)) for limit in receipt.limits]


def stated(receipt: Receipt) -> list[Stated]:
    """What the receipt states, as labels and values."""
    body = receipt.body
    found = [
        Stated(say("Erasure"), plain(receipt.job)),
        Stated(say("Deleted"), _when(body.get("deleted_at"))),
        Stated(say("Receipt of"), _when(body.get("at"))),
        Stated(say("Because"), reason_word(str(body.get("reason")))),
        Stated(say("Identity"), identity_word(body.get("identity"))),
    ]
    if (rows := rows_text(receipt)) is not None:
        found.append(Stated(say("Rows"), rows))
    if (told := mentions_text(body.get("mentions"))) is not None:
        found.append(Stated(say("Mentions"), told))
    journal = body.get("journal")
    if isinstance(journal, Mapping):
        found.append(Stated(say("Journal"), f"#{plain(journal.get('seq'))}"))
        found.append(Stated(say("Head hash"), plain(journal.get("head")), is_hash=True))
    if body.get("suppressed_until") is not None:
        found.append(Stated(say("Name blocked"), say("until {when}", when=_when(body["suppressed_until"]))))
    found.append(Stated(say("SQLite"), plain(body.get("sqlite", "?"))))
    found.append(Stated(say("Signature"), receipt.signature, is_hash=True))
    return found


def rows_text(receipt: Receipt) -> str | None:
    """Rows that went, most first: "12: 8 memories · 4 messages"; None where the receipt does not say."""
    rows = receipt.body.get("rows")
    if not isinstance(rows, Mapping):
        return None
    told = [(count, str(name)) for name, count in rows.items() if isinstance(count, int) and count]
    if not told:
        return number(0)
    words = " · ".join(
        f"{number(count)} {table_word(name, count)}" for count, name in sorted(told, reverse=True)
    )
    return f"{number(sum(count for count, _ in told))}: {words}"


def blocking(receipt: Receipt) -> list[tuple[int, str]]:
    """Processes in the way: as of now where that is known, else as the receipt says."""
    if receipt.blocking:
        return holders_of(receipt.blocking)
    told = receipt.body.get("blocking")
    if not isinstance(told, list):
        return []
    return [(each.get("pid", 0), str(each.get("program", ""))) for each in told if isinstance(each, Mapping)]


def holders_of(found: Iterable[Holder]) -> list[tuple[int, str]]:
    """Number and name of each process."""
    return [(holder.pid, holder.program) for holder in found]


def blocking_text(found: list[tuple[int, str]]) -> str:
    """Who is in the way, as a sentence; empty when nobody is known."""
    if not found:
        return ""
    named = ", ".join(f"{plain(program)} ({pid})" for pid, program in found[:_MOST_NAMED])
    return say("In the way: {named}. Close it, or wait until it lets go.", named=named)


def left_text(receipt: Receipt) -> str:
    """Where copies of the person are left, as a sentence; empty where none is known."""
    if not receipt.left:
        return ""
    named = " · ".join(plain(path) for path in receipt.left[:_MOST_NAMED])
    more = len(receipt.left) - _MOST_NAMED
    if more > 0:
        named = say("{named} and {n} more", named=named, n=more)
    return say("Copies that still hold the person: {named}", named=named)


def identity_word(identity: object) -> str:
    """How it was checked that the person is who they say."""
    return say(_IDENTITIES.get(str(identity or ""), "not recorded"))


def kept_word(because: object) -> str:
    """Why what others' records say stays."""
    return say(_KEPT.get(str(because), "for another reason"))


def mentions_text(told: object) -> str | None:
    """What became of what others' records say about the person; None where the receipt does not say."""
    if not isinstance(told, Mapping):
        return None
    rows, people, redacted = (_count(told.get(name)) for name in ("rows", "people", "redacted"))
    if not rows:
        return say("none found")
    left = max(0, rows - redacted)
    facts = {"rows": number(rows), "people": number(people), "redacted": number(redacted)}
    if not left:
        return say("{rows} rows of {people} other people, all redacted", **facts)
    return say(
        "{rows} rows of {people} other people: {redacted} redacted, {left} kept ({because})",
        **facts,
        left=number(left),
        because=kept_word(told.get("kept_because")),
    )


def _count(value: object) -> int:
    return value if isinstance(value, int) else 0


def _when(micros: object) -> str:
    if not isinstance(micros, int) or abs(micros) > LATEST:
        return say("not recorded")
    return moment(to_datetime(micros))


def reason_word(reason: str) -> str:
    """Why a person was erased."""
    return say(_REASONS.get(reason, "another reason"))


def limit_text(limit: str) -> str:
    """One thing a receipt does not prove."""
    return say(_LIMITS.get(limit, "Something else could not be checked."))


def state_text(state: str) -> str:
    """How an erasure ended."""
    words = {
        "VERIFIED": "verified",
        "DELETED_NOT_SCRUBBED": "pending",
        "FAILED": "failed",
    }
    return say(words.get(state, "unknown"))


def state_sentence(state: str) -> str:
    """The same as a sentence."""
    words = {
        "VERIFIED": "Everything was deleted, searched for again and not found.",
        "DELETED_NOT_SCRUBBED": "Everything was deleted. Old pages of the file cannot be overwritten while another "
        "program reads from it; that is done by itself as soon as it lets go.",
        "FAILED": "Everything was deleted, but a check found something. Do not hand out this receipt; see below.",
    }
    return say(words.get(state, "This receipt tells of a state this version does not know."))


def check_text(name: str, ok: bool | None, data: Mapping[str, object]) -> str:
    """What one check looked at and found."""
    form = _CHECKS.get(name)
    if form is None:
        return say("{name}: not known to this version", name=plain(name.replace("_", " "), 40))
    good, bad, open_ = form
    told = good if ok else open_ if ok is None else bad
    facts = {key: _fact(value) for key, value in data.items()}
    return say(told, **{**_NUMBERS, **facts})


_NUMBERS = dict.fromkeys(
    (
        "rows",
        "left",
        "needles",
        "people",
        "changed",
        "entries",
        "pages",
        "found",
        "tried",
        "questions",
        "answers",
    ),
    "?",
)
_CHECKS = {
    "rows_left": (
        "{rows} rows left in any table",
        "{rows} rows are left in the tables",
        "Whether rows are left was not looked at",
    ),
    "bytes_left": (
        "{left} of {needles} traces found in the bytes of the file, WAL, index and journal",
        "{left} of {needles} traces are still in the bytes of the file",
        "The bytes of the file were not searched again",
    ),
    "control_found": (
        "The search works: it found {found} of {needles} traces before the deletion",
        "The search found nothing before the deletion, so it proves nothing after it",
        "There was nothing to search for",
    ),
    "control_absent": (
        "The search does not invent: {found} of {tried} random strings found",
        "The search found {found} of {tried} random strings, so it cannot be trusted",
        "Whether the search invents was not tried",
    ),
    "others_unchanged": (
        "The rows of {people} other people are unchanged",
        "The rows of {changed} other people changed, and nobody else wrote",
        "The rows of {changed} other people changed while others wrote",
    ),
    "freelist": (
        "{pages} freed pages left in the file",
        "{pages} freed pages are left in the file",
        "{pages} pages were freed since by others; freed pages are overwritten as well",
    ),
    "integrity": (
        "The file is sound",
        "The file is damaged",
        "Whether the file is sound was not looked at",
    ),
    "journal": (
        "The journal is intact, {entries} entries",
        "The chain of the journal is broken",
        "The journal was not checked",
    ),
    "read_paths": (
        "{answers} search hits for {questions} questions in the person’s own words",
        "Asked with the person’s own words, the memory still gives {answers} answers",
        "The memory was not asked again",
    ),
}


def _fact(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return "?"
    return number(value) if isinstance(value, int) else plain(value, 40)
