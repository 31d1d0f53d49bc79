"""Conversations of foreign files, through the import everybody uses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import Store
from core.errors import UnknownFormat
from tests.core.hands import ALICE

SAID = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "my VPN password is hunter2"},
    {"role": "assistant", "content": "Noted."},
]


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    path = tmp_path / "talk.json"
    path.write_text(json.dumps(SAID), "utf-8")
    return path


def test_a_conversation_is_kept_with_its_secrets_masked(store: Store, talk: Path) -> None:
    ada = store.operator("ada")
    report = ada.import_path(ALICE, talk)

    (kept,) = ada.conversations(ALICE).listed()
    said = ada.conversations(ALICE).messages(kept.id)
    assert (report.conversations, report.messages, report.masked > 0) == (1, 3, True)
    assert [message.role for message in said] == ["system", "user", "assistant"]
    assert "hunter2" not in said[1].content
    assert kept.title == "talk"


def test_the_same_file_again_adds_nothing_and_a_longer_one_only_the_rest(store: Store, talk: Path) -> None:
    ada = store.operator("ada")
    ada.import_path(ALICE, talk)
    again = ada.import_path(ALICE, talk)
    talk.write_text(json.dumps([*SAID, {"role": "user", "content": "And now?"}]), "utf-8")
    longer = ada.import_path(ALICE, talk)

    assert (again.messages, again.already) == (0, 1)
    assert longer.messages == 1
    assert len(ada.conversations(ALICE).listed()) == 1


def test_what_is_no_conversation_is_refused_as_before(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"a": 1}', "utf-8")

    with pytest.raises(UnknownFormat):
        store.operator("ada").import_path(ALICE, path)
