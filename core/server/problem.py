"""Why a server did not help, as a closed set."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openai import APIStatusError


class Problem(StrEnum):
    """What became of a request that has no answer."""

    UNREACHABLE = "unreachable"
    TIMED_OUT = "timed_out"
    BUSY = "busy"
    NO_QUOTA = "no_quota"
    NO_KEY = "no_key"
    WRONG_KEY = "wrong_key"
    NO_MODEL = "no_model"
    REFUSED = "refused"
    INCOMPLETE = "incomplete"
    WRONG_DIMENSION = "wrong_dimension"
    NOT_FINITE = "not_finite"


# Asking the same again gives the same; what passes is asked again.
FINAL = frozenset(
    {
        Problem.NO_QUOTA,
        Problem.NO_KEY,
        Problem.WRONG_KEY,
        Problem.NO_MODEL,
        Problem.REFUSED,
        Problem.WRONG_DIMENSION,
    }
)

_BY_STATUS = {
    401: Problem.WRONG_KEY,
    403: Problem.WRONG_KEY,
    404: Problem.NO_MODEL,
    408: Problem.UNREACHABLE,
    409: Problem.UNREACHABLE,
    429: Problem.BUSY,
}


def problem_of(error: APIStatusError) -> Problem:
    """The problem behind a status other than success."""
    if error.status_code >= 500:
        return Problem.UNREACHABLE
    problem = _BY_STATUS.get(error.status_code, Problem.REFUSED)
    # Both come as 429, and only one of them passes by waiting.
    return Problem.NO_QUOTA if problem is Problem.BUSY and error.code == "insufficient_quota" else problem
