"""What the Review pane can do."""

from __future__ import annotations

from app.actions.action import FILE, Action, mark

_ITEM = FILE | {"selection"}
_DECIDE = _ITEM | {"write"}


def _act(
    name: str, text: str, shortcut: str, tip: str, icon: str, menu: str, needs: frozenset[str], group: str
) -> Action:
    return Action(f"review.{name}", text, shortcut, tip, icon, "review", menu, needs, group)


REVIEW: tuple[Action, ...] = (
    _act("next", mark("Next item"), "J", mark("Show the next item"), "", "", FILE, "move"),
    _act("previous", mark("Previous item"), "K", mark("Show the previous item"), "", "", FILE, "move"),
    _act(
        "release",
        mark("Release"),
        "A",
        mark("Store it as it stands; high and critical ones ask for Enter"),
        "check",
        "record",
        _DECIDE,
        "decide",
    ),
    _act(
        "edit",
        mark("Edit…"),
        "E",
        mark("Change the words, then release them"),
        "edit",
        "record",
        _DECIDE,
        "decide",
    ),
    _act(
        "redact",
        mark("Redact…"),
        "D",
        mark("Take the marked passages out, then release the rest"),
        "privacy",
        "record",
        _DECIDE,
        "decide",
    ),
    _act(
        "reject",
        mark("Reject…"),
        "R",
        mark("Refuse it for good: 1–9 picks a reason, Enter types one"),
        "close",
        "record",
        _DECIDE,
        "decide",
    ),
    _act(
        "reveal",
        mark("Show contact data…"),
        "V",
        mark("Read addresses and numbers in clear until you move on; the journal keeps who looked"),
        "",
        "record",
        _DECIDE,
        "decide",
    ),
    _act("skip", mark("Skip"), "S", mark("Leave it waiting and go on"), "", "record", _ITEM, "decide"),
    _act(
        "undo",
        mark("Undo decision"),
        "U",
        mark("Take the last decision back"),
        "undo",
        "record",
        FILE,
        "undo",
    ),
    _act(
        "select",
        mark("Select"),
        "X",
        mark("Add it to the selection, or take it out"),
        "",
        "record",
        _ITEM,
        "select",
    ),
    _act(
        "extend_next",
        mark("Extend down"),
        "Shift+J",
        mark("Add the next item to the selection"),
        "",
        "record",
        _ITEM,
        "select",
    ),
    _act(
        "extend_previous",
        mark("Extend up"),
        "Shift+K",
        mark("Add the previous item to the selection"),
        "",
        "record",
        _ITEM,
        "select",
    ),
    _act(
        "group",
        mark("Select the group"),
        "G",
        mark("Select all of this person that have the same origin and first reason"),
        "",
        "record",
        _ITEM,
        "select",
    ),
    _act(
        "tab",
        mark("Next list"),
        "T",
        mark("Waiting, released, rejected, refused and skipped in turn"),
        "",
        "view",
        FILE,
        "table",
    ),
    _act(
        "narrow",
        mark("Only the chosen person"),
        "P",
        mark("Show what waits for the person at the top, or for everybody"),
        "person",
        "view",
        FILE | {"scope"},
        "table",
    ),
    _act(
        "blocks",
        mark("Stopped values…"),
        "B",
        mark("Values that may not come back, and how often they tried"),
        "lock",
        "record",
        FILE | {"scope"},
        "blocks",
    ),
    _act(
        "copy",
        mark("Copy text"),
        "Ctrl+C",
        mark("Copy the proposed text as it is shown"),
        "copy",
        "edit",
        _ITEM,
        "copy",
    ),
)
