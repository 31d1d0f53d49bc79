"""What core measured, made into boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from app.evaluate.board import Bar, Board, Field, Form, Part, Picture, Sheet
from app.prices import Price
from app.wording import number

if TYPE_CHECKING:
    from core.evaluation.evidence import Evidence
    from core.evaluation.triage import Everything, Tried
    from core.evaluation.world import Score

_MODES = {"none": "no memory", "block": "block in the prompt", "tool": "recall tool"}


def world_board(scores: Sequence[Score], budget: int, counter: str) -> Board:
    """Five policies on one person's sessions."""
    sheet = Sheet(
        (
            Field("policy", "policy", Form.TEXT),
            Field("correct", "correct"),
            Field("questions", "of"),
            Field("stale", "stale"),
            Field("poisoned", "poisoned"),
            Field("leaked", "leaked"),
            Field("tokens", "tokens"),
            Field("mean_tokens", "tokens/answer"),
        ),
        tuple(
            (
                score.policy,
                score.correct,
                len(score.answers),
                score.stale,
                score.poisoned,
                score.leaked,
                score.tokens,
                score.tokens / len(score.answers) if score.answers else None,
            )
            for score in scores
        ),
    )
    detail = Sheet(
        (
            Field("policy", "policy", Form.TEXT),
            Field("seed", "seed", Form.TEXT),
            Field("question", "question", Form.TEXT),
            Field("correct", "correct", Form.FLAG),
            Field("why", "why not", Form.TEXT),
            Field("stale", "stale", Form.COUNT),
            Field("poisoned", "poisoned", Form.COUNT),
            Field("leaked", "leaked", Form.COUNT),
            Field("tokens", "tokens"),
        ),
        tuple(
            (
                score.policy,
                str(answer.seed),
                answer.question.text,
                answer.correct,
                _why(answer.found, answer.stale, answer.poisoned, answer.leaked),
                int(answer.stale),
                int(answer.poisoned),
                int(answer.leaked),
                answer.tokens,
            )
            for score in scores
            for answer in score.answers
        ),
    )
    bars = []
    for score in scores:
        bad = [
            sum(answer.stale and not answer.poisoned and not answer.leaked for answer in score.answers),
            sum(answer.poisoned and not answer.leaked for answer in score.answers),
            sum(answer.leaked for answer in score.answers),
        ]
        parts = tuple(Part(value, slot) for slot, value in enumerate([score.correct, *bad]) if value)
        bars.append(Bar(score.policy, parts, f"{score.correct} / {len(score.answers)}"))
    data: dict[str, Any] = {"board": "world", "budget": budget, "counter": counter}
    data["policies"] = [
        {
            **{key: value for key, value in row.items() if key != "mean_tokens"},
            "answers": [
                {
                    **{key: each[key] for key in ("question", "correct", "tokens")},
                    **{key: bool(each[key]) for key in ("stale", "poisoned", "leaked")},
                    "seed": answer.seed,
                }
                for each, answer in zip(
                    (each for each in detail.objects() if each["policy"] == score.policy),
                    score.answers,
                    strict=True,
                )
            ],
        }
        for row, score in zip(sheet.objects(), scores, strict=True)
    ]
    return Board(
        "world",
        f"What each policy answers within {number(budget)} tokens, counted by {counter}; correct means the "
        "right value is there and no stale, planted or forgotten one.",
        sheet,
        detail,
        Picture(tuple(bars), ("correct", "stale", "poisoned", "leaked"), "answers"),
        data,
    )


def repeats_board(tried: Sequence[Tried], counter: str, price: Price | None) -> Board:
    """Problems that came before against new ones, with and without memory."""
    from core.evaluation.triage import scores

    found = scores(tried)
    sheet = Sheet(
        (
            Field("tasks", "tasks", Form.TEXT),
            Field("mode", "memory", Form.TEXT),
            Field("count", "of"),
            Field("recalled", "recall@3"),
            Field("right", "right"),
            Field("block_tokens", "of memory/task"),
            Field("largest_block", "largest"),
            Field("model_calls", "calls"),
            Field("tool_calls", "look-ups"),
            Field("tokens", "tokens"),
            Field("embedded_tokens", "embedded"),
            Field("cost", "≈ cost", Form.MONEY),
        ),
        tuple(
            (
                "repeats" if each.repeats else "novel",
                _MODES[each.mode],
                each.tasks,
                each.recalled,
                each.right,
                each.block_tokens / each.tasks if each.tasks else None,
                each.largest_block,
                each.model_calls,
                each.tool_calls,
                each.tokens,
                each.embedded_tokens,
                None if price is None else each.tokens * price.input / 1e6,
            )
            for each in found
        ),
    )
    detail = Sheet(
        (
            Field("task", "task", Form.TEXT),
            Field("title", "title", Form.TEXT),
            Field("mode", "memory", Form.TEXT),
            Field("original", "original", Form.TEXT),
            Field("named", "named", Form.TEXT),
            Field("right", "right", Form.FLAG),
            Field("recalled", "recall@3", Form.FLAG),
            Field("block_tokens", "of memory"),
            Field("model_calls", "calls"),
            Field("tool_calls", "look-ups"),
            Field("tokens", "tokens"),
        ),
        tuple(
            (
                f"#{each.task.id}",
                each.task.title,
                _MODES[each.mode],
                "new" if each.task.original is None else f"#{each.task.original}",
                "new" if each.named is None else f"#{each.named}",
                each.right,
                each.recalled,
                each.block_tokens,
                each.model_calls,
                each.tool_calls,
                each.tokens,
            )
            for each in tried
        ),
    )
    bars: list[Bar] = []
    for repeats, title in (
        (True, "Repeats: tokens for all of them"),
        (False, "New problems: tokens for all of them"),
    ):
        bars.append(Bar(title, title=True))
        for each in found:
            if each.repeats is repeats:
                parts = (Part(each.block_tokens, 1), Part(max(0, each.tokens - each.block_tokens), 0))
                bars.append(Bar(_MODES[each.mode], parts, number(each.tokens)))
    cost = (
        "" if price is None else f" Cost is an estimate at {price.name}, ${price.input:.2f} a million tokens."
    )
    return Board(
        "repeats",
        "What memory saves on a problem that came before and costs on a new one, with the scripted model; the "
        f"bundled embedder costs nothing, a server's would cost its price for the embedded tokens.{cost}",
        sheet,
        detail,
        Picture(tuple(bars), ("everything else", "what memory said, once"), f"tokens by {counter}"),
        {
            "board": "repeats",
            "counter": counter,
            "price": None if price is None else {"model": price.name, "usd_per_million": price.input},
            "scores": sheet.objects(),
            "tasks": detail.objects(),
        },
    )


def everything_board(found: Everything, counter: str) -> Board:
    """What storing the tools' raw output does to recall."""
    names = {False: "notes only", True: "everything"}
    sheet = Sheet(
        (
            Field("store", "store", Form.TEXT),
            Field("records", "records"),
            Field("k", "k"),
            Field("cap", "cap"),
            Field("repeats", "of"),
            Field("recalled", "recall@3"),
            Field("shown", "in the block"),
            Field("block_tokens", "block tokens"),
        ),
        tuple(
            (
                names[row.everything],
                row.records,
                row.k,
                row.cap,
                len(row.asked),
                row.recalled,
                row.shown,
                row.tokens / len(row.asked) if row.asked else None,
            )
            for row in found.rows
        ),
    )
    detail = Sheet(
        (
            Field("store", "store", Form.TEXT),
            Field("k", "k"),
            Field("cap", "cap"),
            Field("task", "task", Form.TEXT),
            Field("title", "title", Form.TEXT),
            Field("rank", "rank of the original"),
            Field("shown", "in the block", Form.FLAG),
            Field("block_tokens", "block tokens"),
        ),
        tuple(
            (
                names[row.everything],
                row.k,
                row.cap,
                f"#{each.task.id}",
                each.task.title,
                each.rank,
                each.shown,
                each.tokens,
            )
            for row in found.rows
            for each in row.asked
        ),
    )
    bars: list[Bar] = []
    for k in dict.fromkeys(row.k for row in found.rows):
        bars.append(Bar(f"k = {k}", title=True))
        for row in found.rows:
            if row.k == k:
                limit = "no cap" if row.cap is None else f"at most {number(row.cap)}"
                mean = row.tokens / len(row.asked) if row.asked else 0.0
                bars.append(
                    Bar(
                        f"{names[row.everything]}, {limit}",
                        (Part(mean, int(row.everything)),),
                        number(round(mean)),
                        f"{row.recalled} of {len(row.asked)} originals found",
                    )
                )
    said = ", ".join(f"{number(count)} {outcome.value}" for outcome, count in found.verdicts.items())
    return Board(
        "everything",
        "The same notes alone and with every tool's raw output beside them. Proposed to the gate, the raw "
        f"output is kept out: {said or 'not asked'}.",
        sheet,
        detail,
        Picture(tuple(bars), ("notes only", "everything"), f"tokens of the mean block, by {counter}"),
        {
            "board": "everything",
            "counter": counter,
            "rows": sheet.objects(),
            "gate": {outcome.value: count for outcome, count in found.verdicts.items()},
            "asked": detail.objects(),
        },
    )


def evidence_board(found: Sequence[Evidence], counter: str) -> Board:
    """How often all that a question needs is in the block."""
    sheet = Sheet(
        (
            Field("strategy", "strategy", Form.TEXT),
            Field("budget", "budget"),
            Field("questions", "questions"),
            Field("all_evidence", "all evidence"),
            Field("share", "share", Form.SHARE),
            Field("any_evidence", "any evidence"),
            Field("tokens", "tokens"),
            Field("mean_tokens", "tokens/question"),
        ),
        tuple(
            (
                each.strategy,
                each.budget,
                each.questions,
                each.all_found,
                each.share,
                each.any_found,
                each.tokens,
                each.tokens / each.questions if each.questions else None,
            )
            for each in found
        ),
    )
    detail = Sheet(
        (
            Field("talk", "conversation", Form.TEXT),
            Field("question", "question", Form.TEXT),
            Field("strategy", "strategy", Form.TEXT),
            Field("budget", "budget"),
            Field("all_evidence", "all evidence", Form.FLAG),
            Field("found", "turns in the block"),
            Field("evidence", "of"),
        ),
        tuple(
            (
                asked.talk,
                asked.question,
                each.strategy,
                each.budget,
                asked.complete,
                asked.found,
                asked.evidence,
            )
            for each in found
            for asked in each.asked
        ),
    )
    bars: list[Bar] = []
    for budget in dict.fromkeys(each.budget for each in found):
        bars.append(Bar(f"{number(budget)} tokens", title=True))
        for each in found:
            if each.budget == budget:
                rest = (each.any_found - each.all_found) / each.questions if each.questions else 0.0
                bars.append(
                    Bar(
                        each.strategy,
                        (Part(100 * each.share, 0), Part(100 * rest, 1)),
                        f"{100 * each.share:.1f} %",
                    )
                )
    return Board(
        "evidence",
        "How often every turn that a question needs is in a block of so many tokens; no model is asked.",
        sheet,
        detail,
        Picture(tuple(bars), ("all evidence", "a part of it"), "% of the questions"),
        {"board": "evidence", "counter": counter, "rows": sheet.objects()},
    )


def _why(found: bool, stale: bool, poisoned: bool, leaked: bool) -> str:
    flags = [name for name, is_so in (("stale", stale), ("poisoned", poisoned), ("leaked", leaked)) if is_so]
    return ", ".join([*flags, *([] if found else ["right value absent"])])
