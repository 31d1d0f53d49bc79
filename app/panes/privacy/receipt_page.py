"""A receipt as a page to print or to keep as PDF."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QCoreApplication, QIODevice, QMarginsF
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPdfWriter, QTextDocument

from app.panes.privacy.receipt_view import lines, state_mark
from app.wording.receipts import blocking, blocking_text, state_sentence, state_text, stated

if TYPE_CHECKING:
    from core.privacy import Receipt

_STYLE = (
    "body { font-family: sans-serif; font-size: 10pt; color: #1F2328; }"
    " h1 { font-size: 16pt; } td { padding: 2px 8px 2px 0px; vertical-align: top; }"
    " .muted { color: #59636E; } .mono { font-family: monospace; font-size: 8pt; }"
)


def html(receipt: Receipt) -> str:
    """The page; everything out of the receipt is escaped."""
    parts = [f"<html><head><style>{_STYLE}</style></head><body>"]
    parts.append(f"<h1>{escape(_tr('Receipt of an erasure'))}</h1>")
    mark = state_mark(receipt.state)
    parts.append(f"<h2>{mark.glyph} {escape(state_text(receipt.state))}</h2>")
    parts.append(f"<p>{escape(state_sentence(receipt.state))}</p>")
    if in_the_way := blocking_text(blocking(receipt)):
        parts.append(f"<p>{escape(in_the_way)}</p>")
    parts.append(f"<h3>{escape(_tr('What was checked, and what is not provable from here'))}</h3><table>")
    for line, text in lines(receipt):
        parts.append(f"<tr><td>{line.glyph}</td><td>{escape(text)}</td></tr>")
    parts.append(f"</table><h3>{escape(_tr('Facts'))}</h3><table>")
    for fact in stated(receipt):
        value = escape(fact.value)
        if fact.is_hash:
            # A hash has no blank to break at.
            value = f'<span class="mono">{" ".join(value[at : at + 32] for at in range(0, len(value), 32))}</span>'
        parts.append(f'<tr><td class="muted">{escape(fact.label)}</td><td>{value}</td></tr>')
    closing = _tr(
        "No name and no text of the person stands on this page. The JSON file of this receipt carries a keyed "
        "hash of the installation; “mnemoscope verify-receipt” says whether a letter of it was changed."
    )
    parts.append(f'</table><p class="muted">{escape(closing)}</p></body></html>')
    return "".join(parts)


def pdf(receipt: Receipt) -> bytes:
    """The page as PDF with text that can be selected."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(_tr("Receipt of an erasure"))
    writer.setCreator("Mnemoscope")
    writer.setPageLayout(page_layout())
    put_on(writer, receipt)
    del writer
    return bytes(buffer.data().data())


def put_on(device: QPagedPaintDevice, receipt: Receipt) -> None:
    """Lay the page out on paper or in a PDF; Qt does so on the thread of the window only."""
    document = QTextDocument()
    document.setHtml(html(receipt))
    document.print_(device)


def page_layout() -> QPageLayout:
    """A4 upright, with room for a punch."""
    return QPageLayout(
        QPageSize(QPageSize.PageSizeId.A4),
        QPageLayout.Orientation.Portrait,
        QMarginsF(18, 18, 18, 18),
        QPageLayout.Unit.Millimeter,
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("privacy", text)
