"""The sentences of every finding, as data: the code, and what a person should understand by it.

Rows follow guide/gate.md 5. A rule that learns to say more passes it in the finding's data; a
name that is not given falls back to a word that keeps the sentence whole.
"""

from __future__ import annotations

FINDINGS: dict[str, str] = {
    # shape
    "empty": "There is no text to store.",
    "too_long": "The text has {length} characters; {limit} are allowed.",
    "not_unicode": "The text holds half of a character, which cannot be stored.",
    "needs_key": "A procedure needs a name.",
    "key_empty": "The key is empty.",
    "key_too_long": "The key has {length} characters; {limit} are allowed.",
    "key_not_text": "The key holds a character that cannot be stored.",
    "source_malformed": "The source is longer than {limit} characters, or is not one line of visible characters.",
    # where it comes from
    "no_source": (
        "It does not say where it comes from in a way this program knows, and nothing is stored "
        "without a known source."
    ),
    "span_missing": "The passage it cites was not seen in this run, or does not say it.",
    "unsupported": "The cited passage hardly supports it ({support} of its words).",
    "weak_support": "The cited passage supports only part of it ({support} of its words).",
    "value_not_in_span": "A number or a date in it does not stand in the cited passage.",
    "untrusted_preference": (
        "A preference is taken from the person, the system or an operator only; this comes from "
        "a source of trust {trust}."
    ),
    "unproven_preference": (
        "It states a preference, but nothing shows that the person said so; its trust is {trust}."
    ),
    "unproven_procedure": "It tells how to do something, and its source has only trust {trust}.",
    "unproven_experience": "It draws a lesson without citing a run of its own and how that ended.",
    "no_version": "It does not say which version it applies to.",
    # secrets and personal data
    "secret": "It holds a secret ({what}, {size}). The value was masked and is not kept anywhere.",
    "suspected_secret": "Part of it looks like a secret ({what}, {size}).",
    "personal_data": (
        "It holds personal data of high risk ({what}, {size}). The value was masked and is not kept."
    ),
    "contact_data": "It holds contact data ({what}).",
    # attack shapes
    "override": "It tells the agent to set its instructions aside.",
    "forged_frame": "It imitates the markup that separates memories from instructions.",
    "exfiltration": "It would send data to a place outside.",
    "concealment": "It asks to keep something from the person.",
    "self_replication": "It asks to be copied or remembered again.",
    "hidden_characters": "It holds characters that cannot be seen ({count}); they are shown as boxes.",
    "encoded_text": "It holds a text in disguise; decoded, it reads differently.",
    "grant_claim": "It claims a permission or a consent that nobody gave here.",
    "guard_removal": "It says that a rule or a safeguard no longer counts.",
    "sensitive_slot": "It would set something that money, access or health depends on ({what}).",
    "form_rule": ("It is worded as an instruction. From outside, only short plain statements are taken."),
    "foreign_language": "It comes from outside in a language the rules cannot read.",
    # quality
    "raw_output": "It is raw output of a tool rather than something learned from it.",
    "guess": "It is a guess, by its own words.",
    "small_talk": "It is small talk; there is nothing in it to remember.",
    # what is known already
    "near_duplicate": "Record #{record} says almost the same.",
    "conflicts_with_higher_trust": (
        "It would replace record #{record}, which has trust {standing}, with a value of trust {trust}."
    ),
    "conflicts_with_equal_trust": "Record #{record}, of the same trust, says something else.",
    "replaces_lower_trust": "It replaces record #{record}, which has less trust.",
    "blocked": "This value was rejected or forgotten before, and may not come back by itself.",
    # floods, failures, deletions
    "rate": "This source proposes more than usual.",
    "burst": "This source has too many proposals waiting; this one can be proposed again later.",
    "expired": "It waited too long without a decision.",
    "policy_error": "A rule of the gate failed, and what was not judged waits for a person.",
    "rule_failed": "A rule of the gate failed, and what was not judged is not stored.",
    "deletion_needs_person": "The agent may propose a deletion, but a person has to confirm it.",
}

# What a rule knows beyond its code: by code, then by the problem, kind or structure it names.
DETAILS: dict[str, dict[str, str]] = {
    "form_rule": {
        "second_person": "It speaks to its reader. From outside, only short plain statements are taken.",
        "request": "It asks for something to be done. From outside, only short plain statements are taken.",
        "please": "It asks for something to be done. From outside, only short plain statements are taken.",
        "question": "It is a question. From outside, only short plain statements are taken.",
        "code": "It holds code. From outside, only short plain statements are taken.",
        "blob": "It holds an encoded block. From outside, only short plain statements are taken.",
        "heading": "It holds a heading. From outside, only short plain statements are taken.",
        "agent": "It says what an agent should do. From outside, only short plain statements are taken.",
        "standing": "It sets a standing order. From outside, only short plain statements are taken.",
        "condition": "It says what to do in some case. From outside, only short plain statements are taken.",
        "norm": "It says what ought to be done. From outside, only short plain statements are taken.",
        "pressure": "It presses its reader. From outside, only short plain statements are taken.",
        "length": "It has {length} characters; from outside, {limit} are taken.",
    },
    "hidden_characters": {
        "control": "It holds control characters ({count}); they are shown as boxes.",
        "bidi": "It holds characters that turn the direction of reading ({count}), shown as boxes.",
        "zero_width": "It holds characters without width ({count}); they are shown as boxes.",
        "selectors": "It holds marks that change other characters ({count}); they are shown as boxes.",
        "tags": "It holds a text in characters that cannot be seen ({count}), shown as boxes.",
    },
    "span_missing": {
        "source": "The source it cites was not seen in this run.",
        "quote": "The source it cites does not say these words.",
    },
    "raw_output": {
        "length": "It has {length} characters, too many for one thing to remember ({limit} are allowed).",
    },
    "policy_error": {
        "time": "A rule of the gate took too long, and what was not judged waits for a person.",
    },
}

# How a text was disguised that a rule read all the same.
VIEWS: dict[str, str] = {
    "leet": "digits in place of letters",
    "rot13": "shifted letters",
    "base64": "base64",
    "hex": "hexadecimal",
    "escaped": "escaped characters",
    "spaced": "spaced letters",
    "reversed": "written backwards",
}

# What a finding is called where there is room for two or three words only.
NAMES: dict[str, str] = {
    "untrusted_preference": "unproven preference",
    "unproven_preference": "unproven preference",
    "unproven_procedure": "unproven procedure",
    "unproven_experience": "unproven lesson",
    "span_missing": "source not found",
    "unsupported": "not in the source",
    "weak_support": "weak support",
    "value_not_in_span": "changed value",
    "contact_data": "contact data",
    "personal_data": "personal data",
    "override": "override attempt",
    "forged_frame": "forged frame",
    "exfiltration": "sends data out",
    "self_replication": "copies itself",
    "hidden_characters": "hidden characters",
    "encoded_text": "text in disguise",
    "grant_claim": "claimed permission",
    "guard_removal": "removes a safeguard",
    "sensitive_slot": "sensitive value",
    "form_rule": "instruction from outside",
    "foreign_language": "unread language",
    "near_duplicate": "said before",
    "conflicts_with_higher_trust": "conflict, higher trust",
    "conflicts_with_equal_trust": "conflict, equal trust",
    "replaces_lower_trust": "replaces lower trust",
    "blocked": "rejected before",
    "rate": "many at once",
    "burst": "too many at once",
    "policy_error": "rule failed",
    "rule_failed": "rule failed",
    "deletion_needs_person": "deletion",
    "no_source": "no known source",
    "no_version": "no version",
}

# Kinds of value a rule may name in ``what`` or ``type``; anything else stays a general word.
VALUES: dict[str, str] = {
    "password": "password",
    "url_password": "password in an address",
    "sql_password": "password in a statement",
    "command_password": "password in a command",
    "url_token": "token in an address",
    "header": "token in a header",
    "document": "number of a document",
    "check_off": "safeguard",
    "pin": "PIN",
    "pem": "private key",
    "private_key": "private key",
    "url": "address with a password",
    "url_credential": "address with a password",
    "token": "token",
    "api_key": "API key",
    "key": "key",
    "bearer": "bearer token",
    "seed_phrase": "seed phrase",
    "card": "card number",
    "cvv": "card code",
    "ssn": "social security number",
    "iban": "account number",
    "passport": "passport number",
    "licence": "licence number",
    "license": "licence number",
    "mail": "mail address",
    "email": "mail address",
    "phone": "phone number",
    "street": "street address",
    "address": "street address",
    "ip": "network address",
    "payee": "payee",
    "recipient": "recipient",
    "endpoint": "endpoint",
    "install_source": "package source",
    "install": "package source",
    "support_contact": "contact of a bank or of support",
    "bank_contact": "contact of a bank",
    "permission": "permission",
    "switch_off": "safeguard",
    "dose": "dose",
}
