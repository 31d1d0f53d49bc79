"""Secrets and personal data: found in every text of a proposal, and in no text that is written down."""

from __future__ import annotations

import base64
import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.gate import Trust, WriteOutcome, mask
from core.gate.personal import personal_data
from core.gate.personal_numbers import ibans, luhn
from core.gate.secrets.scan import secrets_in
from tests.core.gate.proposing import KEY, codes, drawn_token, provider_key, verdict

_STATED = [
    "password for root on db1 is {}",
    "Login with user admin, password {}",
    "set the root password to {}",
    "{} is my VPN password",
    "The passphrase of the vault: {}.",
    "mysqldump -u backup -p{} ledger",
    "amqp://svc:{}@broker.example:5672/jobs",
    "MY_DB_PASSWORD={}",
    "CREATE USER app IDENTIFIED BY '{}';",
    "Credentials for Jenkins: deploy / {}",
    "We unlock the laptop with {}",
    "Mein Passwort ist {}",
    "La contraseña es {}",
]


@pytest.mark.parametrize("form", _STATED)
@pytest.mark.parametrize("value", ["M4gn0lia", "green_teapot_7", "Kr4ken?sea"])
def test_stated_password_is_refused_and_masked(form: str, value: str) -> None:
    text = form.format(value)
    found = verdict(text, "operator:ada")
    assert found.outcome is WriteOutcome.REFUSED
    assert value not in found.redacted
    (finding,) = [each for each in found.findings if each.code == "secret"]
    assert finding.span is not None
    assert value in text[slice(*finding.span)]


@pytest.mark.parametrize(
    "text",
    [
        "The password is stored in the vault.",
        "The password is required.",
        "Password must be 12 characters long.",
        "Their password manager is self-hosted.",
        "The API key rotates every 90 days.",
        "The token budget is 8,000 tokens.",
        "password: ${DB_PASSWORD}",
        "The build reads SERVICE_API_KEY from its environment.",
        "Commit 3b18e512dba79e4c8300dd08aeb37f8e728b8dad fixed the login.",
        "The order key is ORD-2024-000123.",
        "kubernetes1pod2container3name4 is the name of the job.",
        "The secret of the garden is patience.",
    ],
)
def test_mention_is_no_secret(text: str) -> None:
    assert secrets_in(text) == []


@pytest.mark.parametrize(
    "wrap",
    [
        lambda text: text,
        lambda text: "see " + base64.b64encode(text.encode()).decode(),
        lambda text: text.encode().hex(),
        lambda text: codecs.encode(text, "rot13"),
        lambda text: text.replace("password", "pass\u200bword"),
        lambda text: text.replace("password", "ｐａｓｓｗｏｒｄ"),
    ],
)
def test_disguised_secret_is_masked(wrap: object) -> None:
    assert callable(wrap)
    hidden = wrap("my password is M4gn0lia99")
    masked = mask(hidden, KEY)
    assert masked.spans
    assert "M4gn0lia99" not in masked.text
    assert masked.text != hidden


@given(
    st.text(st.characters(codec="utf-8", categories=("L", "P", "Z"))),
    st.from_regex(r"[A-Za-z]{3,8}[0-9]{2,5}[!#]?", fullmatch=True),
    st.text(st.characters(codec="utf-8", categories=("L", "Z"))),
)
def test_no_secret_survives_redaction(before: str, value: str, after: str) -> None:
    text = f"{before}\nmy password is {value}\n{after}\n{value}"
    found = verdict(text)
    assert (
        value.rstrip("!#") not in found.redacted.replace(before, "").replace(after, "")
        or value in before + after
    )
    assert value not in mask(text, KEY).text.split("\n")[-1]


def test_secret_is_found_wherever_it_would_be_stored() -> None:
    for more in (
        {"key": "my password is M4gn0lia"},
        {"parts": ("learned that the password is M4gn0lia",)},
        {"lineage": ("web:https://svc:M4gn0lia@host.example/page",)},
    ):
        assert verdict("The office moved.", **more).outcome is WriteOutcome.REFUSED
    listed = verdict('{"db": {"password": "M4gn0lia"}}', is_json=True)
    assert listed.outcome is WriteOutcome.REFUSED
    assert "M4gn0lia" not in listed.redacted


def test_hash_is_keyed_and_tells_values_apart() -> None:
    texts = ("my password is M4gn0lia", "my password is M4gn0lia", "my password is T4ngerine")
    first, again, other = (mask(text, KEY).spans[0].fingerprint for text in texts)
    assert first == again != other
    assert mask(texts[0], b"another key").spans[0].fingerprint != first
    assert mask(texts[0]).spans[0].fingerprint == ""


def test_masking_leaves_the_rest_alone() -> None:
    text = "Line one.\nThe key is " + provider_key() + " since May.\nLine three."
    masked = mask(text, KEY)
    assert masked.text.startswith("Line one.\nThe key is [")
    assert masked.text.endswith(" since May.\nLine three.")
    assert mask(masked.text, KEY).text == masked.text
    assert mask("Nothing to see.") == ("Nothing to see.", ())


def test_key_block_and_seed_phrase() -> None:
    block = "-----BEGIN " + "PRIVATE KEY-----\n" + "QUJD" * 30 + "\n-----END " + "PRIVATE KEY-----"
    phrase = "velvet harbor jungle ticket orange copper siren meadow planet rocket candle winter"
    assert "QUJD" not in mask(f"keep {block} safe").text
    assert "jungle" not in mask(f"Recovery phrase: {phrase}").text


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Card 4111 1111 1111 1111, exp 09/29", ["card"]),
        ("Her IBAN is GB82 WEST 1234 5698 7654 32.", ["iban"]),
        ("social security number 219-09-9999", ["ssn"]),
        ("Passport number X4471102B expires in May.", ["document"]),
        ("Mail jo.doe@mailhost.io", ["mail"]),
        ("Call me at +44 20 7946 0958", ["phone"]),
        ("The probe came from 93.184.215.14.", ["ip"]),
        ("She lives at 12 Harbour Street.", ["street"]),
        # What looks alike.
        ("Order 482-19-7730 left the dock.", []),
        ("Ticket 555-8821 is open.", []),
        ("Epoch 1700000042 starts the replay.", []),
        ("It binds 127.0.0.1:9100 and 10.0.0.4.", []),
        ("Write to help@example.com or desk@acme.example.", []),
        ("The office moved to Lisbon in 2024.", []),
        ("Version 3.11.7 came on 2026-11-30.", []),
    ],
)
def test_personal_data(text: str, kinds: list[str]) -> None:
    assert [each.kind for each in personal_data(text)] == kinds


def test_check_digits() -> None:
    """The examples of ISO 7812 and ISO 13616."""
    assert luhn("4111111111111111")
    assert not luhn("4111111111111112")
    assert list(ibans("DE89 3704 0044 0532 0130 00"))
    assert not list(ibans("DE89 3704 0044 0532 0130 01"))


def test_high_risk_numbers_are_masked() -> None:
    found = verdict("Card 4111 1111 1111 1111 belongs to Jo.")
    assert found.outcome is WriteOutcome.REFUSED
    assert "4111" not in found.redacted
    assert found.trust is Trust.USER


def test_random_token_may_be_an_identifier_so_a_person_decides() -> None:
    found = verdict(f"It works with {drawn_token()} since June.")
    assert (found.outcome, codes(found)) == (WriteOutcome.HELD, {"suspected_secret"})
    assert found.is_masked
