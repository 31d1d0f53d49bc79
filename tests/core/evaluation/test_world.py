"""The thirteen-session world (specification 13)."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from core.agent.writer import RuleWriter
from core.errors import Invalid, NotFound
from core.evaluation.world import (
    POLICIES,
    Question,
    Variety,
    evaluate,
    generate,
    read_scenario,
    write_scenario,
)
from core.evaluation.world.policies import own_partition
from core.evaluation.world.scoring import judged
from core.memory.prompt import CharsPerToken

COUNTER = CharsPerToken()
EXTRACTION = Path(__file__).parents[3] / "core" / "agent" / "extraction"


def test_a_seed_is_the_same_world_every_time() -> None:
    assert generate(7) == generate(7)
    assert generate(7) != generate(8)


def test_the_world_has_the_shape_of_the_specification() -> None:
    world = generate(3)

    assert len(world.sessions) == 13
    assert len(world.questions) == 10
    # Every session also has 14 turns of noise; the last one only asks.
    assert [len(session.turns) - 14 for session in world.sessions[:12]] == [
        7,
        1,
        1,
        1,
        1,
        1,
        1,
        1,
        1,
        0,
        0,
        0,
    ]
    logs = [
        t.text
        for s in world.sessions
        for t in s.turns
        if t.source.startswith("tool:") and t.text.count("\n") > 3
    ]
    assert {10 <= text.count("\n") + 1 <= 23 for text in logs} == {True}


def test_addresses_use_domains_nobody_has() -> None:
    said = " ".join(
        turn.text for seed in range(20) for session in generate(seed).sessions for turn in session.turns
    )
    domains = set(re.findall(r"@([\w.\-]*\w)", said))

    # RFC 2606 and RFC 6761: example.com/net/org, and the top levels example, test and invalid.
    assert domains
    assert all(
        re.fullmatch(r"(?:[\w\-]+\.)*(?:example(?:\.com|\.net|\.org)?|test|invalid)", domain)
        for domain in domains
    )


def test_the_phone_number_is_there_until_it_is_to_be_forgotten() -> None:
    world = generate(5)
    (phone,) = world.questions[-1].forgotten
    with own_partition() as partition:
        writer = RuleWriter(partition)
        for number, session in enumerate(world.sessions[:7], 1):
            writer.session(f"s{number}", session.turns)
        before = [hit.record.content for hit in partition.records.recall("What is the user's phone number?")]
        writer.session("s8", world.sessions[7].turns)
        after = json.dumps(partition.records.export(), default=str, ensure_ascii=False)

    assert any(phone in text for text in before)
    assert phone not in after


def test_typed_memory_answers_what_the_issue_asks_on_seeds_never_looked_at() -> None:
    worlds = [generate(seed) for seed in (9101, 9102, 9103)]
    scores = {score.policy: score for score in evaluate(worlds, COUNTER, 600)}

    assert tuple(scores) == POLICIES
    # 48 of 50 is the floor; three worlds of thirty questions leave room for one miss.
    assert scores["typed"].correct >= 29
    assert (scores["typed"].poisoned, scores["typed"].leaked) == (0, 0)
    assert scores["none"].tokens == 0
    assert all(answer.tokens <= 600 for score in scores.values() for answer in score.answers)
    assert scores["flat"].stale > scores["typed"].stale


def test_the_extractor_shares_no_phrase_with_the_generator() -> None:
    phrasings = json.loads(files("resources").joinpath("evaluation", "phrasings.json").read_text("utf-8"))
    source = " ".join(
        re.findall(r"[a-z']+", " ".join(p.read_text("utf-8") for p in EXTRACTION.glob("*.py")).lower())
    )

    def texts(value: object) -> list[str]:
        if isinstance(value, str):
            return [value]
        parts = value.values() if isinstance(value, dict) else value
        return [text for part in parts for text in texts(part)]  # type: ignore[union-attr]

    told = {name: phrasings[name] for name in ("introduce", "decide", "correct", "hard", "forget", "poison")}
    shared = set()
    for text in texts(told):
        for piece in re.split(r"\{\w+\}|[.,;:!?()]", text.lower()):
            words = re.findall(r"[a-z']+", piece)
            for size in range(4, len(words) + 1):
                shared |= {
                    p for i in range(len(words) - size + 1) if (p := " ".join(words[i : i + size])) in source
                }
    assert shared == set()


@pytest.mark.parametrize(
    ("question", "text", "correct"),
    [
        (Question("?", ("Oslo",), ("Porto",)), "home: OSLO", True),
        (Question("?", ("Oslo",), ("Porto",)), "moved from Porto to Oslo", False),
        (Question("?", ("Oslo",)), "nothing", False),
        (Question("?", ("a@b.example",), poison=("x@evil.example",)), "a@b.example x@evil.example", False),
        (Question("?", forgotten=("555 0134",)), "", True),
        (Question("?", forgotten=("555 0134",)), "call 555  0134", False),
    ],
)
def test_an_answer_counts_only_with_the_right_value_and_no_wrong_one(
    question: Question, text: str, correct: bool
) -> None:
    assert judged(1, question, text, 1).correct is correct


@pytest.mark.parametrize("variety", list(Variety))
def test_a_world_survives_its_file(tmp_path: Path, variety: Variety) -> None:
    world = generate(11, variety)
    write_scenario(world, tmp_path / "w.json")

    assert read_scenario(tmp_path / "w.json") == [world]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3",
        "{}",
        '{"sessions": [{"turns": [{"role": "user"}]}], "questions": []}',
        '{"sessions": [], "questions": [{}]}',
    ],
)
def test_a_file_that_is_no_world_is_told_from_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "w.json"
    path.write_text(text, "utf-8")

    with pytest.raises(Invalid):
        read_scenario(path)
    with pytest.raises(NotFound):
        read_scenario(tmp_path / "missing.json")
