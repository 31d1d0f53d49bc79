"""What is stated as the password is one, whatever it looks like (specification 6)."""

from __future__ import annotations

import pytest

from core.gate import WriteOutcome
from tests.core.gate.proposing import codes, verdict


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("my VPN password is hunter2.md", "hunter2.md"),
        ("the password is hunter2.txt", "hunter2.txt"),
        ("my VPN password is Kx9/pQ2zLm", "Kx9/pQ2zLm"),
        ("password: /Kx9pQ2zLm", "/Kx9pQ2zLm"),
        ("db password = tiger.py", "tiger.py"),
        ("the password for the VPN that Bob set up last week is hunter2", "hunter2"),
        ("Password for the wiki which Ana runs on the old box is Maple77", "Maple77"),
        ("the wifi password's Blue7Whale", "Blue7Whale"),
        ("password: correct horse battery staple", "correct horse battery staple"),
        ("Passphrase: Sommer Regen Berg Tal", "Sommer Regen Berg Tal"),
    ],
)
def test_stated_value_is_masked(text: str, value: str) -> None:
    found = verdict(text)
    assert found.outcome is WriteOutcome.REFUSED
    assert "secret" in codes(found)
    assert value not in found.redacted


@pytest.mark.parametrize(
    "text",
    [
        "The password is stored in /etc/app/secrets.env.",
        "password: ~/.config/pw.txt",
        "password: config/secrets.yml",
        "password = config.py",
        "password_file: /run/secrets/db_password",
        "The default password is in README.md.",
        "The password for the wiki that Bob set up last week is now stored in the vault.",
        "The password for the VPN is rotated every 90 days.",
        "The wifi password's on the whiteboard.",
        "password: must contain a digit",
        "password: minimum length eight characters",
    ],
)
def test_where_it_lies_and_what_it_must_be_are_no_secret(text: str) -> None:
    assert verdict(text).outcome is WriteOutcome.STORED
