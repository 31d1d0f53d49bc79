"""Entities, links and time (specification 8)."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from core import Store
from core.errors import ErrorCode, Invalid, NotFound
from core.memory.graph import Graph, OperatorGraph
from tests.core.hands import ALICE, CAROL, START, Hand


@pytest.fixture
def graph(store: Store) -> Graph:
    return store.partition(ALICE).graph


@pytest.fixture
def desk(store: Store) -> OperatorGraph:
    return store.operator("ada").graph(ALICE)


@pytest.fixture
def linked(graph: Graph, clock: Hand) -> Graph:
    """Alice works at Acme, Acme buys from Globex, and Alice knows herself."""
    for id_, type_, name in (
        ("alice", "person", "Alice"),
        ("acme", "company", "Acme"),
        ("globex", "company", "Globex"),
    ):
        graph.upsert(id_, type_, name)
        clock.pass_(days=1)
    graph.link("alice", "acme", "works at")
    graph.link("acme", "globex", "buys from")
    graph.link("alice", "alice", "knows")
    return graph


def ids(found: object) -> list[str]:
    return [entity.id for entity in found]  # type: ignore[attr-defined]


def test_writing_an_id_again_replaces_the_entity_and_keeps_its_links(linked: Graph, clock: Hand) -> None:
    before = linked.entity("acme")
    clock.pass_(hours=1)
    result = linked.upsert("acme", "company", "Acme Corp.", {"seats": 40})
    after = linked.entity("acme")
    assert before is not None
    assert after is not None
    assert not result.is_new
    assert (after.name, after.properties["seats"]) == ("Acme Corp.", 40)
    assert (after.created_at, after.changed_at) == (before.created_at, clock.now)
    assert ids(linked.related("acme")) == ["globex", "alice"]


def test_linking_twice_keeps_one(linked: Graph) -> None:
    count = len(linked.links())
    assert not linked.link("alice", "acme", "works at").is_new
    assert linked.link("alice", "acme", "founded").is_new
    assert len(linked.links()) == count + 1


@pytest.mark.parametrize(
    ("entity", "relation", "found"),
    [
        ("alice", None, ["acme"]),
        ("acme", None, ["globex", "alice"]),
        ("acme", "works at", ["alice"]),
        ("acme", "buys from", ["globex"]),
        ("globex", "buys from", ["acme"]),
        ("globex", "works at", []),
        ("alice", "knows", []),
        ("nobody", None, []),
    ],
)
def test_related_follows_both_directions_and_never_returns_the_entity(
    linked: Graph, entity: str, relation: str | None, found: list[str]
) -> None:
    assert ids(linked.related(entity, relation)) == found


@pytest.mark.parametrize(("origin", "target"), [("alice", "nobody"), ("nobody", "alice"), (7, "alice")])
def test_links_need_both_ends(linked: Graph, origin: str, target: str) -> None:
    with pytest.raises(NotFound):
        linked.link(origin, target, "knows")


def test_what_was_created_last_week(linked: Graph, clock: Hand) -> None:
    # Created on day 0, 1 and 2; the second moment is excluded.
    assert ids(linked.entities(since=START + timedelta(days=1))) == ["globex", "acme"]
    assert ids(linked.entities(since=START, until=START + timedelta(days=1))) == ["alice"]
    assert ids(linked.entities("company", limit=1)) == ["globex"]


def test_all_conversations_about_somebody(linked: Graph, clock: Hand) -> None:
    linked.conversation("c1", "Late invoices", tags=["invoices"], summary="Globex was late.", about=["acme"])
    clock.pass_(days=8)
    linked.conversation("c2", "Travel", tags=["travel"], summary="Alice flies to Bergen.")
    assert ids(linked.conversations(about="acme")) == ["c1"]
    assert ids(linked.conversations(about="ACME")) == ["c1"]
    assert ids(linked.conversations(about="globex")) == ["c1"]
    assert ids(linked.conversations(about="invoices")) == ["c1"]
    assert ids(linked.conversations(about="bergen")) == ["c2"]
    assert ids(linked.conversations()) == ["c2", "c1"]
    assert ids(linked.conversations(since=clock.now - timedelta(days=7))) == ["c2"]
    told = linked.conversations(about="acme")[0]
    assert (told.title, told.tags, told.summary) == ("Late invoices", ("invoices",), "Globex was late.")


def test_secrets_are_masked_in_place_and_counted(store: Store, path: Path) -> None:
    result = store.partition(ALICE).graph.upsert(
        "vpn",
        "login",
        "VPN",
        {
            "note": "my VPN password is hunter2",
            "password": "correct-horse-7",
            "deep": [{"t": "the password is swordfish9"}],
        },
    )
    assert result.masked >= 3
    assert result.entity is not None
    assert set(result.entity.properties) == {"note", "password", "deep"}
    store.close()
    left = b"".join(each.read_bytes() for each in path.parent.iterdir())
    for secret in (b"hunter2", b"correct-horse-7", b"swordfish9"):
        assert secret not in left


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (("", "t", "n"), "entity"),
        (("x", " ", "n"), "type"),
        (("x", "t", ""), "name"),
        (("x", "t", "n" * 501), "name"),
        (("x", "t", 7), "name"),
        (("x", "t", "a\0b"), "name"),
        (("x", "t", "\ud800"), "name"),
        (("my password is hunter2", "t", "n"), "entity"),
        (("x", "t", "n", [1]), "properties"),
        (("x", "t", "n", {"a": object()}), "properties"),
        (("x", "t", "n", {"a": float("nan")}), "properties"),
        (("x", "t", "n", {"a": "y" * 30_000}), "properties"),
        (("x", "t", "n", {"a": json.loads("[" * 900 + "]" * 900)}), "properties"),
        (("x", "t", "n", {"a": "b\0c"}), "properties"),
    ],
)
def test_bad_input_names_the_field(graph: Graph, arguments: tuple[object, ...], field: str) -> None:
    with pytest.raises(Invalid) as raised:
        graph.upsert(*arguments)  # type: ignore[arg-type]
    assert raised.value.data["field"] == field
    assert graph.entities() == []


def test_an_unknown_source_is_refused(graph: Graph) -> None:
    with pytest.raises(Invalid):
        graph.upsert("x", "t", "n", source="somebody")
    assert graph.upsert("x", "t", "n", source="web:page").entity.trust.label == "external"  # type: ignore[union-attr]


def test_forgetting_an_entity_takes_its_links(
    linked: Graph, desk: OperatorGraph, store: Store, path: Path
) -> None:
    desk.forget("globex", reason="asked to")
    assert linked.entity("globex") is None
    assert ids(linked.related("acme")) == ["alice"]
    desk.unlink("alice", "acme", "works at")
    assert linked.related("alice") == []
    for act in (lambda: desk.forget("globex"), lambda: desk.unlink("alice", "acme", "works at")):
        with pytest.raises(NotFound):
            act()
    store.close()
    left = b"".join(each.read_bytes() for each in path.parent.iterdir())
    assert b"Globex" not in left
    assert b"works at" not in left


def test_forgetting_a_source_is_literal(graph: Graph, desk: OperatorGraph) -> None:
    graph.upsert("a", "t", "A", source="web:page_1")
    graph.upsert("b", "t", "B", source="web:pagex1")
    graph.upsert("c", "t", "C", source="user:t1")
    graph.link("b", "c", "r", source="web:page_1")
    assert desk.forget_source("web:page_").count == 2
    assert sorted(ids(graph.entities())) == ["b", "c"]
    assert graph.links() == []
    with pytest.raises(Invalid):
        desk.forget_source(" ")


def test_scopes_do_not_meet(store: Store, linked: Graph) -> None:
    others, desk = store.partition(CAROL).graph, store.operator("ada").graph(CAROL)
    assert others.entity("alice") is None
    assert others.entities() == others.links() == others.conversations() == others.related("alice") == []
    assert others.named("Alice") == []
    with pytest.raises(NotFound):
        others.link("alice", "acme", "works at")
    with pytest.raises(NotFound):
        desk.forget("alice")
    others.upsert("alice", "person", "Carol's Alice")
    assert linked.entity("alice").name == "Alice"  # type: ignore[union-attr]
    assert desk.counts() == (1, 0)
    assert store.operator("ada").graph(ALICE).counts() == (3, 3)


def test_the_router_says_when_it_used_the_graph(store: Store, linked: Graph) -> None:
    alice = store.partition(ALICE)
    alice.records.remember("Alice's fiscal year starts in April.", key="fiscal_year_start", source="user:t1")
    asked = alice.prompting.look_up("What do we know about ACME, please?")
    assert asked.used == ("graph", "similarity")
    (named,) = asked.named
    assert named.entity.id == "acme"
    assert sorted(named.related) == ["alice", "globex"]
    assert {(link.origin, link.relation, link.target) for link in named.links} == {
        ("alice", "works at", "acme"),
        ("acme", "buys from", "globex"),
    }
    assert alice.prompting.look_up("fiscal_year_start").used == ("key",)
    assert alice.prompting.look_up("Tell me about fiscal_year_start and Globex").used == (
        "key",
        "graph",
        "similarity",
    )
    for question in ("acmeish things", "What about pharmacme?", ""):
        assert alice.prompting.look_up(question).used == ("similarity",)
    assert store.partition(CAROL).prompting.look_up("What about Acme?").used == ("similarity",)


@pytest.mark.parametrize("field", ["tags", "about"])
@pytest.mark.parametrize("value", ["abc", b"abc", {"a": 1}, 5, None])
def test_tags_and_about_are_lists_of_texts(store: Store, field: str, value: Any) -> None:
    graph = store.partition(ALICE).graph
    graph.upsert("a", "city", "A")
    with pytest.raises(Invalid) as failed:
        graph.conversation("c", "Title", **{field: value})
    assert (failed.value.data["field"], failed.value.data["problem"]) == (field, "type")
    assert graph.entity("c") is None


@pytest.mark.parametrize(("field", "value"), [("tags", ["ok", 5]), ("tags", [""]), ("about", [None])])
def test_each_of_them_is_a_text(store: Store, field: str, value: Any) -> None:
    graph = store.partition(ALICE).graph
    with pytest.raises(Invalid) as failed:
        graph.conversation("c", "Title", **{field: value})
    assert failed.value.data["field"] == field
    assert graph.entity("c") is None


def test_a_conversation_about_a_missing_entity_stores_nothing(store: Store) -> None:
    graph = store.partition(ALICE).graph
    graph.upsert("bergen", "city", "Bergen")
    with pytest.raises(NotFound) as failed:
        graph.conversation("c", "Title", about=["bergen", "nowhere"])
    assert (failed.value.code, failed.value.data["entity"]) == (ErrorCode.NO_ENTITY, "nowhere")
    assert graph.entity("c") is None
    assert graph.links() == []
    # What stood there before stays as it was, too.
    graph.conversation("c", "Title", about=["bergen"])
    with pytest.raises(NotFound):
        graph.conversation("c", "Another", about=["nowhere"])
    kept = graph.entity("c")
    assert kept is not None
    assert kept.title == "Title"
    assert [link.target for link in graph.links()] == ["bergen"]


def test_an_entity_or_a_link_that_is_missing_is_called_so(store: Store) -> None:
    desk = store.operator("ada").graph(ALICE)
    desk.upsert("a", "city", "A")
    for act, code in (
        (lambda: desk.link("a", "b", "near"), ErrorCode.NO_ENTITY),
        (lambda: desk.forget("b"), ErrorCode.NO_ENTITY),
        (lambda: desk.unlink("a", "b", "near"), ErrorCode.NO_LINK),
    ):
        with pytest.raises(NotFound) as failed:
            act()
        assert failed.value.code is code
