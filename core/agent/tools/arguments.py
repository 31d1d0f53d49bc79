"""Checking what a model passes against a tool's schema, with an answer it can act on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from core.agent.tools.tool import Tool

MOST_CHARACTERS = 200_000

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "array": (list, tuple),
    "null": (type(None),),
    "object": (dict,),
}


class BadArguments(ValueError):
    """What a model passed cannot be taken; the message is for the model."""


def checked(tool: Tool, given: str | Mapping[str, Any]) -> dict[str, Any]:
    """The arguments as a dict; what may be null and is missing is null.

    Args:
        given: an object, or its JSON text, as providers pass it.

    Raises:
        BadArguments: no JSON object, an unknown or missing name, or a wrong type or value.
    """
    body = _object(given)
    unknown = sorted(str(name) for name in body if name not in tool.properties)
    if unknown:
        known = ", ".join(tool.properties)
        raise BadArguments(f"{tool.name} takes no argument {unknown[0][:60]!r}; it takes {known}.")
    arguments: dict[str, Any] = {}
    for name, schema in tool.properties.items():
        if name not in body and _takes_null(schema):
            arguments[name] = None
            continue
        if name not in body:
            raise BadArguments(f"{tool.name} needs the argument {name!r}.")
        _check(tool, name, body[name], schema)
        arguments[name] = body[name]
    return arguments


def _object(given: str | Mapping[str, Any]) -> Mapping[str, Any]:
    if isinstance(given, str):
        if len(given) > MOST_CHARACTERS:
            raise BadArguments(f"The arguments are longer than {MOST_CHARACTERS} characters.")
        try:
            given = json.loads(given or "{}")
        except (ValueError, RecursionError):
            raise BadArguments("The arguments are no JSON object.") from None
    if not isinstance(given, Mapping):
        raise BadArguments("The arguments are no JSON object.")
    return given


def _takes_null(schema: Mapping[str, Any]) -> bool:
    return any(option.get("type") == "null" for option in schema.get("anyOf", ()))


def _check(tool: Tool, name: str, value: object, schema: Mapping[str, Any]) -> None:
    problem = _problem(value, schema)
    if problem is not None:
        raise BadArguments(f"{tool.name}: {name!r} {problem}.")


def _problem(value: Any, schema: Mapping[str, Any]) -> str | None:  # noqa: ANN401 - JSON is any type
    if "anyOf" in schema:
        problems = [_problem(value, option) for option in schema["anyOf"]]
        return None if None in problems else problems[0]
    kind = schema["type"]
    # True is an int to Python and none to JSON.
    if not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind in {"integer", "number"}):
        return f"has to be {_ARTICLE.get(kind, 'a')} {kind}"
    if "enum" in schema and value not in schema["enum"]:
        return "has to be one of " + ", ".join(schema["enum"])
    if "minimum" in schema and value < schema["minimum"]:
        return f"has to be at least {schema['minimum']}"
    if "maximum" in schema and value > schema["maximum"]:
        return f"has to be at most {schema['maximum']}"
    if "items" in schema and isinstance(value, list | tuple):
        if "maxItems" in schema and len(value) > schema["maxItems"]:
            return f"has more than {schema['maxItems']} entries"
        found = (_problem(item, schema["items"]) for item in value)
        return next((f"has an entry that {problem}" for problem in found if problem is not None), None)
    return None


_ARTICLE = {"integer": "an", "array": "an", "object": "an"}
