"""Why a memory came back or did not, as words for a list and as a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.wording.language import say
from app.wording.times import day
from app.wording.words import kind_word

if TYPE_CHECKING:
    from core.memory.records.explaining import Explanation, Fate, HeldBack

_FATES = {
    "recalled": "kept",
    "superseded": "superseded",
    "withdrawn": "withdrawn",
    "expired": "expired",
    "wrong_kind": "wrong kind",
    "below_threshold": "below the threshold",
    "below_k": "below rank k",
    "over_budget": "over the token budget",
    "blank_question": "blank question",
    "held": "held",
}
_HELD = {
    "waiting": "Held: item {item} waits in Review. Until a person releases it, it is compared with nothing.",
    "rejected": "Not stored: a person rejected item {item}.",
    "refused": "Not stored: item {item} was refused when it was proposed.",
    "skipped": "Not stored: there was nothing in item {item} to remember.",
}


def fate_word(fate: Fate) -> str:
    """The reason in a list: "below rank k"."""
    return say(_FATES[fate])


def why_held(told: HeldBack) -> str:
    """The reason why a proposal takes no part in recall."""
    if told.status.value == "released" and told.record is not None:
        form = "Item {item} was released and is record #{record} now; ask for that one."
        return say(form, item=told.item, record=told.record)
    if told.status.value == "released":
        return say("Item {item} was released, and its record was forgotten since.", item=told.item)
    return say(_HELD[told.status.value], item=told.item)


def why(explained: Explanation) -> str:
    """The reason as a sentence with its numbers."""
    said = _why(explained)
    if explained.applies is False:
        return (
            said
            + " "
            + say("It is for another version than the question names, so it stands behind the rest.")
        )
    return said


def _why(explained: Explanation) -> str:
    record, asked = explained.record, explained.asked
    score = explained.scored.score if explained.scored else 0.0
    fit = explained.scored.fit if explained.scored else 0.0
    match explained.fate.value:
        case "recalled":
            return say(
                "Kept at rank {rank} with a score of {score}.", rank=explained.rank, score=f"{score:.3f}"
            )
        case "superseded" if record.superseded_by is not None:
            return say("Left out before ranking: superseded by #{id}.", id=record.superseded_by)
        case "superseded":
            return say("Left out before ranking: superseded by a record that was forgotten since.")
        case "withdrawn":
            return say("Left out before ranking: withdrawn on {day}.", day=day(record.ended_at))
        case "expired":
            return say("Left out before ranking: expired on {day}.", day=day(record.expires_at))
        case "wrong_kind":
            return say("Left out before ranking: {kind} was not asked for.", kind=kind_word(record.kind))
        case "below_threshold":
            form = "Below the threshold: its fit is {fit}, and {least} is needed."
            return say(form, fit=f"{fit:.3f}", least=f"{asked.min_score:.3f}")
        case "below_k":
            form = "Below rank k: it is number {rank}, and {k} are kept. Its score is {score}."
            return say(form, rank=explained.rank, k=asked.k, score=f"{score:.3f}")
        case "over_budget":
            form = (
                "Recalled at rank {rank}, but over the token budget: its line does not fit into the prompt."
            )
            return say(form, rank=explained.rank)
        case _:
            return say("The question holds no word to look for, so nothing was compared.")
