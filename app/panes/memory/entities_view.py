"""The entities of one person and how they are linked: a list, a drawing, and the links in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget

from app.panes.memory.beside_view import BesideView
from app.panes.memory.forget_thing_dialog import ForgetThingDialog
from app.panes.memory.graph_picture import GraphPicture, Neighbour
from app.panes.memory.thing_tree import Thing
from app.session import Session
from app.widgets.facts import Fact, Facts
from app.widgets.flow_layout import FlowLayout
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.section_label import SectionLabel
from app.wording import ago, moment, number, trust_word
from core import Operator, Scope
from core.errors import ErrorCode, NotFound
from core.memory.graph import Entity, Link


@dataclass(frozen=True, slots=True)
class EntityList:
    """Every entity, and every link."""

    entities: list[Entity]
    links: list[Link]


@dataclass(frozen=True, slots=True)
class EntityDossier:
    """One entity with its links and what is at their other ends."""

    entity: Entity
    links: list[Link]
    related: dict[str, Entity]


class EntitiesView(BesideView[EntityList, EntityDossier]):
    """Names at the left; one entity, drawn and in words, at the right."""

    kinds = frozenset({"graph"})
    name = "entities"

    def __init__(self, session: Session, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        titles = (_tr("Entity"), _tr("Type"), _tr("Links"))
        nothing = (
            _tr("No entities"),
            _tr(
                "What an agent writes about people, things and conversations, and how they are linked, stands here."
            ),
        )
        super().__init__(session, now, titles, nothing, words=(0, 1), parent=parent)
        self.dossier: EntityDossier | None = None
        self._listed = EntityList([], [])
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Name or type"))
        self.filter.setAccessibleName(self.tr("Show entities whose name or type holds"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setMinimumWidth(24 * self.fontMetrics().averageCharWidth())
        self.filter.textChanged.connect(self._on_find)
        self.add_above(self.filter)
        self.title = SectionLabel()
        self.title.setWordWrap(True)
        self.picture = GraphPicture()
        self.picture.asked.connect(self.tree.choose)
        self.links = Facts()
        self.links.linked.connect(self._on_linked)
        self.properties = Facts()
        self.facts = Facts()
        self._none = QLabel(self.tr("It is linked to nothing."))
        self._none.setProperty("role", "muted")
        self.forget = QPushButton(self.tr("Forget…"))
        self.forget.setProperty("role", "danger")
        self.forget.setToolTip(self.tr("Delete it for good with all its links; there is no undo"))
        self.forget.clicked.connect(self._on_forget)
        acts = QWidget()
        row = FlowLayout(acts, gap=8)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.forget)
        self._properties = SectionLabel(self.tr("Properties"))
        for widget in (
            self.title,
            self.picture,
            SectionLabel(self.tr("Links")),
            self._none,
            self.links,
            acts,
        ):
            self.body.box.addWidget(widget)
        self.body.box.addSpacing(4)
        for widget in (self._properties, self.properties, SectionLabel(self.tr("Technical")), self.facts):
            self.body.box.addWidget(widget)
        self.body.box.addStretch(1)
        session.state_changed.connect(self._on_state)

    def read_list(self, operator: Operator, scope: Scope) -> EntityList:
        graph = operator.graph(scope)
        return EntityList(graph.entities(), graph.links())

    def read_one(self, operator: Operator, scope: Scope, key: str) -> EntityDossier:
        graph = operator.graph(scope)
        found = graph.entity(key)
        if found is None:
            raise NotFound(ErrorCode.NO_ENTITY, entity=key)
        return EntityDossier(found, graph.links(key), {each.id: each for each in graph.related(key)})

    def things(self, listed: EntityList) -> Sequence[Thing]:
        self._listed = listed
        count, links = len(listed.entities), len(listed.links)
        said = self.tr("1 entity") if count == 1 else self.tr("{0} entities").format(number(count))
        told = self.tr("1 link") if links == 1 else self.tr("{0} links").format(number(links))
        wanted = self.filter.text().casefold().strip()
        shown = [each for each in listed.entities if wanted in f"{each.name}\n{each.type}".casefold()]
        line = f"{said}  ·  {told}" if count else said
        self.say(self.tr("{0}  ·  {1} match").format(line, number(len(shown))) if wanted else line)
        per_entity = {each.id: 0 for each in listed.entities}
        for link in listed.links:
            for end in {link.origin, link.target}:
                per_entity[end] = per_entity.get(end, 0) + 1
        return [
            Thing(
                each.id,
                (one_line(each.name, 120), one_line(each.type, 40), number(per_entity[each.id])),
                tip=f"{revealed(each.name)}\n{revealed(each.type)}",
            )
            for each in sorted(shown, key=lambda entity: (entity.name.casefold(), entity.id))
        ]

    def show_one(self, looked: EntityDossier) -> None:
        self.dossier = looked
        entity, now = looked.entity, self.now()
        self.title.setText(
            self.tr("{0}  ·  {1}").format(revealed(entity.name, 120), revealed(entity.type, 60))
        )
        self.picture.show_graph(entity.name, _neighbours(looked))
        self.links.show_facts([_link_fact(link, looked) for link in looked.links])
        self._none.setVisible(not looked.links)
        self.links.setVisible(bool(looked.links))
        self.properties.show_facts(
            [
                Fact(one_line(name, 24), _shown(value), foreign=True)
                for name, value in entity.properties.items()
            ]
        )
        for widget in (self._properties, self.properties):
            widget.setVisible(bool(entity.properties))
        self.facts.show_facts(
            [
                Fact(self.tr("Id"), entity.id, foreign=True),
                Fact(self.tr("Source"), entity.source, foreign=True),
                Fact(self.tr("Trust"), trust_word(entity.trust)),
                Fact(self.tr("Created"), f"{moment(entity.created_at)} · {ago(entity.created_at, now)}"),
                Fact(self.tr("Changed"), f"{moment(entity.changed_at)} · {ago(entity.changed_at, now)}"),
            ]
        )
        self._on_state()

    @Slot()
    def _on_state(self) -> None:
        self.forget.setEnabled(self.session.writable)

    @Slot()
    def _on_find(self) -> None:
        things = self.things(self._listed)
        if things:
            self.list_states.show_content()
        elif self._listed.entities:
            self.list_states.show_empty(
                self.tr("No entity matches"),
                self.tr("Neither a name nor a type holds these words."),
                self.tr("Clear"),
                self.filter.clear,
            )
        self.tree.fill(things)

    @Slot(object)
    def _on_linked(self, id_: object) -> None:
        if str(id_) not in self.tree.listed():
            self.filter.clear()
        self.tree.choose(str(id_))
        self.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _on_forget(self) -> None:
        operator, scope, looked = self.session.operator, self.session.scope, self.dossier
        if operator is None or scope is None or looked is None:
            return
        name, links = one_line(looked.entity.name, 60), len(looked.links)
        goes = (
            self.tr("The entity goes, with its 1 link.")
            if links == 1
            else self.tr("The entity goes, with its {0} links.")
        )
        reason = ForgetThingDialog.ask(name, goes.format(number(links)), self.window())
        if reason is not None:
            graph, id_ = operator.graph(scope), looked.entity.id
            said = self.tr("Forgot {0}").format(name)
            self.session.act(lambda: graph.forget(id_, reason=reason), says=lambda _: said, owner=self)


def _neighbours(looked: EntityDossier) -> list[Neighbour]:
    found: dict[tuple[str, bool], list[str]] = {}
    for link in looked.links:
        outward = link.origin == looked.entity.id
        other = link.target if outward else link.origin
        if other in looked.related:
            found.setdefault((other, outward), []).append(link.relation)
    return [
        Neighbour(other, looked.related[other].name, tuple(relations), outward)
        for (other, outward), relations in found.items()
    ]


def _link_fact(link: Link, looked: EntityDossier) -> Fact:
    outward = link.origin == looked.entity.id
    other = looked.related.get(link.target if outward else link.origin)
    name = _tr("itself") if other is None else one_line(other.name, 80)
    label = f"→ {one_line(link.relation, 24)}" if outward else f"← {one_line(link.relation, 24)}"
    tip = _tr("Show {0}").format(name)
    return Fact(label, name, tip=tip, link=None if other is None else other.id)


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _tr(text: str) -> str:
    return QCoreApplication.translate("memory", text)
