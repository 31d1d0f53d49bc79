"""A receipt as a page: printed where there is a printer, with the words every other place has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtPrintSupport import QPrinter
from pytestqt.qtbot import QtBot

from app.panes.privacy import PrivacyPane, receipt_printing
from app.panes.privacy.receipt_page import html
from app.panes.privacy.receipt_view import ReceiptView
from app.session import Session
from app.verbs.receipts import as_text
from core.privacy import Receipt
from tests.app.privacy.conftest import ALICE, settle


@pytest.fixture
def receipt(pane: PrivacyPane, session: Session, qtbot: QtBot) -> Receipt:
    assert session.operator is not None
    made = session.operator.privacy.erase(ALICE, reason="request")
    pane.refresh()
    pane.show_view(pane.erasures)
    settle(pane, qtbot)
    return made


def test_without_a_printer_it_says_so_and_names_the_way_out(
    pane: PrivacyPane, receipt: Receipt, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(receipt_printing, "printer_names", lambda: ())
    pane.printing.look()
    settle(pane, qtbot)
    action = pane.action("privacy.print_receipt")
    assert not action.isEnabled()
    assert "No printer is set up" in action.toolTip()
    assert "Save as PDF" in action.toolTip()
    assert pane.action("privacy.save_page").isEnabled()


def test_the_page_goes_to_the_printer_that_was_chosen(
    pane: PrivacyPane, receipt: Receipt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    out = tmp_path / "paper.pdf"

    def chosen(_parent: object) -> QPrinter:
        printer = QPrinter()
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(out))
        return printer

    monkeypatch.setattr(receipt_printing, "printer_names", lambda: ("Office",))
    monkeypatch.setattr(receipt_printing, "ask_printer", chosen)
    pane.printing.look()
    settle(pane, qtbot)
    with qtbot.waitSignal(pane.session.toasted) as told:
        pane.action("privacy.print_receipt").trigger()
    assert str(out) in str(told.args)
    assert out.read_bytes().startswith(b"%PDF")


def test_a_dialog_that_was_left_prints_nothing(
    pane: PrivacyPane, receipt: Receipt, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(receipt_printing, "printer_names", lambda: ("Office",))
    monkeypatch.setattr(receipt_printing, "ask_printer", lambda _parent: None)
    told: list[object] = []
    pane.session.toasted.connect(told.append)
    pane.printing.look()
    settle(pane, qtbot)
    pane.action("privacy.print_receipt").trigger()
    settle(pane, qtbot)
    assert told == []


def test_window_page_and_terminal_say_the_same(receipt: Receipt, qtbot: QtBot) -> None:
    view = ReceiptView()
    qtbot.addWidget(view)
    view.show_receipt(receipt)
    page = re.sub(r"<[^>]+>", "", html(receipt)).replace("&#x27;", "'").replace("&quot;", '"')
    terminal = as_text(receipt)
    assert len(view.said) == len(receipt.checks) + len(receipt.limits)
    for _glyph, text in view.said:
        assert text in page
        assert text in terminal
    assert view.facts.values()["Rows"] in terminal
