"""The few fields of frontmatter that agents write: guide/interop.md 3.6 and 5.1."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.interop.frontmatter import Frontmatter, split


def test_fields_of_a_claude_code_memory() -> None:
    text = (
        "---\nname: user-prefers-trains\ndescription: Ada prefers trains over planes\n"
        "metadata:\n  type: user\n---\nAda prefers trains.\n\n**Why:** motion sickness.\n"
    )
    assert split(text) == Frontmatter(
        "user-prefers-trains",
        "Ada prefers trains over planes",
        "user",
        "Ada prefers trains.\n\n**Why:** motion sickness.\n",
    )


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("description: >\n  multi line\n  description", "multi line description"),
        ("description: |-\n  one\n  two", "one\ntwo"),
        ("description: runs on\n  below", "runs on below"),
        ('description: "quoted: # \\"x\\" \\u00e9"', 'quoted: # "x" é'),
        ('description: "never closed', '"never closed'),
        ('description: "\\ud800"', '"\\ud800"'),
        ("description: 'it''s'", "it's"),
        ("description: words # a comment", "words"),
        ("description: a#b: c", "a#b: c"),
        ("description: # only a comment", None),
        ("description:", None),
        ("description: first\ndescription: last", "last"),
        ("tags:\n  - a\n  - description: b\ndescription: c", "c"),
        ("- description: a list", None),
        ("descriptions: other", None),
        ("description: windows\r", "windows"),
    ],
)
def test_descriptions(written: str, read: str | None) -> None:
    found = split(f"---\n{written}\n---\nbody")
    assert found is not None
    assert (found.description, found.body) == (read, "body")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("type: project", "project"),
        ("metadata:\n  type: user\n  other: x", "user"),
        ("metadata:\n    other: x\n    type: user", "user"),
        ("type: project\nmetadata:\n  type: user", "user"),
        ("metadata:\n  deeper:\n    type: user", None),
        ("metadata: none", None),
    ],
)
def test_types(written: str, read: str | None) -> None:
    found = split(f"---\n{written}\n---\n")
    assert found is not None
    assert found.type == read


@pytest.mark.parametrize(
    "text",
    [
        "",
        "words",
        "---",
        "---\nname: x",
        "text\n---\nname: x\n---\n",
        "----\nname: x\n---\n",
        "---\n" + "x: y\n" * 20_000 + "---\n",
    ],
)
def test_what_is_no_frontmatter(text: str) -> None:
    assert split(text) is None


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("---\n---\nb", "b"),
        ("---\r\nname: x\r\n---\r\nb", "b"),
        ("---\nname: x\n...\nb", "b"),
        ("---\nname: x\n---", ""),
    ],
)
def test_where_the_body_begins(text: str, body: str) -> None:
    found = split(text)
    assert found is not None
    assert found.body == body


@given(st.text(alphabet=st.sampled_from("-\n :|>'\"#\\ namedscriptonty\t\r"), max_size=80))
def test_any_text_is_survived(text: str) -> None:
    found = split("---\n" + text)
    assert found is None or text.endswith(found.body)
