"""What is said about the state of a file, and the one thing that helps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.notices import Banner, Offer
from app.opening import Opened
from app.wording import day, number, plain, sentence
from core import ErrorCode, MnemoscopeError, Scope

if TYPE_CHECKING:
    from core.privacy import Returned

Open = Callable[[Path, str], object]
Import = Callable[[Path], object]

_OTHER_KINDS = {ErrorCode.FOREIGN, ErrorCode.NOT_A_DATABASE, ErrorCode.IS_FOLDER}


def _tr(text: str) -> str:
    return QCoreApplication.translate("FileBanners", text)


def may_be_foreign(error: Exception) -> bool:
    """True when a reader may know what the opening refused."""
    return isinstance(error, MnemoscopeError) and error.code in _OTHER_KINDS


def refused(path: Path, mode: str, error: Exception, open_: Open, import_: Import | None) -> Banner:
    """A file that could not be opened; ``import_`` is given where a reader recognises it."""
    if import_ is not None:
        told = sentence(error)
        text = _tr("It can be imported into a memory file; it is only read.")
        take = import_
        return Banner("open", "danger", f"{told.text} {text}", Offer(_tr("Import…"), lambda: take(path)))
    code = error.code if isinstance(error, MnemoscopeError) else None
    offer = None
    if code is ErrorCode.LOCKED:
        offer = Offer(_tr("Retry"), lambda: open_(path, mode))
    elif code is ErrorCode.READ_ONLY_FOLDER:
        offer = Offer(_tr("Open a copy"), lambda: open_(path, "copy"))
    elif code is ErrorCode.SCHEMA_TOO_OLD:
        offer = Offer(_tr("Bring up to date"), lambda: open_(path, "write"))
    return Banner("open", "danger", str(sentence(error)), offer)


def on_opening(opened: Opened, asked: Scope | None) -> list[Banner]:
    """What there is to say when a file was opened at the person that was ``asked`` for."""
    said = [mode(opened)]
    if opened.is_older:
        said.append(older(opened.store.path))
    if asked is not None and asked != opened.scope:
        said.append(nobody(asked, opened.scope))
    return [banner for banner in said if banner is not None]


def mode(opened: Opened) -> Banner | None:
    """How the file is open, where that is not what was asked for."""
    if opened.refused is not None:
        told = sentence(opened.refused)
        text = _tr("Opened read-only. %1 %2").replace("%1", told.text)
        return Banner("mode", "warn", text.replace("%2", told.advice))
    if opened.store.mode == "copy":
        text = _tr("This is a private copy: later changes of the original are not shown.")
        return Banner("mode", "info", text)
    return None


def damaged(path: Path, open_: Open) -> Banner:
    """A file in which SQLite found damage."""
    told = sentence(MnemoscopeError(ErrorCode.CORRUPT, path=str(path)))
    advice = _tr("Keep the original and restore a backup, or open it read-only and export what still reads.")
    offer = Offer(_tr("Open read-only"), lambda: open_(path, "read-only"))
    return Banner("damage", "danger", f"{told.text} {advice}", offer)


def older(path: Path) -> Banner:
    """A file that lacks entries its journal had when it was open last."""
    text = _tr(
        "%1 is older than when you last had it open, or another file: entries its journal had then are "
        "missing. It may be a restored copy, or one made without the -wal file beside it. Look for the "
        "newer file before you go on."
    )
    return Banner("older", "danger", text.replace("%1", path.name))


def returned(people: Sequence[Returned], again: Callable[[], object], *, writable: bool) -> Banner:
    """People who were erased and are in the file again, which is a copy from before."""
    named = ", ".join(_tr("%1 (erased %2)").replace("%1", plain(each.scope)).replace("%2", day(each.erased_at))
                      for each in people[:3])  # fmt: skip
    if len(people) > 3:
        named = _tr("%1 and %2 more").replace("%1", named).replace("%2", number(len(people) - 3))
    text = _tr("An old copy: people who were erased are in this file again: %1.").replace("%1", named)
    if not writable:
        text = _tr("%1 Enable writing to erase them again.").replace("%1", text)
    return Banner("returned", "danger", text, Offer(_tr("Show"), again))


def nobody(asked: Scope, shown: Scope | None) -> Banner:
    """A person who was asked for by name and whom the file does not know."""
    text = _tr("This file holds nothing for %1.")
    if shown is not None:
        text = _tr("This file holds nothing for %1. You are looking at %2 instead.")
        text = text.replace("%2", str(shown))
    return Banner("nobody", "warn", text.replace("%1", str(asked)))


def replaced(path: Path, mode_: str, open_: Open) -> Banner:
    """A file that is no longer the one that was opened."""
    told = sentence(MnemoscopeError(ErrorCode.MOVED, path=str(path)))
    offer = Offer(_tr("Reopen"), lambda: open_(path, mode_))
    return Banner("replaced", "danger", f"{told.text} {told.advice}", offer)


def locked(error: Exception, again: Callable[[], object]) -> Banner:
    """An act that waits because another process is writing."""
    told = sentence(error)
    return Banner("locked", "warn", f"{told.text} {told.advice}", Offer(_tr("Retry"), again))


def free_again(again: Callable[[], object]) -> Banner:
    """The other process is done; the act that waited for it was not carried out."""
    text = _tr("The file is free again. What you did meanwhile was not carried out.")
    return Banner("locked", "info", text, Offer(_tr("Do it now"), again))


def unwatched(error: Exception) -> Banner:
    """Changes of others that are not seen for now."""
    text = _tr("Changes by other programs are not seen at the moment.")
    return Banner("unwatched", "warn", f"{text} {sentence(error).text}")
