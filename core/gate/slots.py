"""Sensitive slots: facts that move money, mail, code, rights or medicine when they are wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.gate.case import READ, Case
from core.gate.pattern import deferred
from core.gate.personal_numbers import ibans
from core.gate.sighting import Sighting, seen

_CHANGE = (
    r"(?:is|are|was|were|has been|have been|changed?|changes|moved|updated|now|set|switched|replaced|"
    r"new|:|=|->)"
)
_AMOUNT = (
    r"(?:\d+(?:[.,]\d+)?|(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|"
    r"six|seven|eight|nine))?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|one|half an?|"
    r"(?:an?|one|two|three|four|five) hundred))"
)
_PLACE = (
    r"(?:https?://|s3://|gs://|ftp://|git@|www\.|[\w.+-]{1,60}@[\w-]|(?:[\w-]{1,40}\.)"
    r"{1,4}[a-z]{2,12}\b|(?:\d{1,3}\.){3}\d{1,3})"
)
_SLOTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "payee",
        deferred(
            rf"(?i)\b(?:bank|payment|payee|payout|beneficiary|wire|routing|sort|treasury|vault|wallet|deposit|"
            rf"escrow|refund)\s+(?:details?|address(?:es)?|accounts?|numbers?|code|information|info)"
            rf"\b[^.!?\n]{{0,40}}?\b{_CHANGE}"
            r"|\b(?:pay(?:ments?|able)?|wire|transfer|remit|send (?:the )?(?:money|funds|payment))\s+(?:\w+\s+)"
            r"{0,3}to\s+(?:\w+\s+){0,3}(?:iban|account|wallet|address)\b"
            r"|\b(?:new|main|current|house|other|correct|updated) bank\s+(?:is|will be|:)"
            r"|\b(?:now|henceforth) banks (?:with|at)\b"
            r"|\bbank\b[^.!?\n]{0,60}?\b(?:account|acct|iban|sort code)\b[^.!?\n]{0,20}?\d{4,}"
            r"|\b(?:account|acct)(?: (?:number|no))?\.?[ :#]{1,3}\d{5,}\b"
            r"|\b(?:invoices?|payments?|refunds?|salar(?:y|ies)|wages|fees|rent)\b[^.!?\n]{0,40}?\b(?:paid|"
            r"transferred|wired|credited|settled)\s+(?:in)?to\s+(?:\w+\s+){0,3}(?:account|iban|wallet|bank)\b"
            r"|\b(?:wallet|treasury|vault|deposit)\b[^.!?\n]{0,40}\b0x[0-9a-f]{8,}|\b0x[0-9a-f]{16,}\b|"
            r"\b(?:bc1|[13])[a-km-zA-HJ-NP-Z1-9]{25,60}\b"
        ),
    ),
    (
        "recipient",
        deferred(
            r"(?i)\b(?:reports?|invoices?|mails?|e-?mails?|messages?|statements?|alerts?|copies|copy|backups?|"
            r"files?|receipts?|documents?|payslips?|orders?|results?|logs?|exports?|notifications?|summaries|"
            r"summary|requests?)\s+"
            r"(?:(?:must|should|shall|have to|need to|will|are to|is to|always|now)\s+)*(?:go(?:es)?|(?:are|is|"
            r"be|get|gets) (?:sent|forwarded|mailed|delivered|addressed|copied|uploaded|posted|cc['’]?d)|sent|"
            r"forwarded)\s+(?:\w+\s+){0,2}to\s+"
            rf"(?:{_PLACE}|the (?:address|account|mailbox|inbox|channel|share|webhook))"
            r"|\b(?:delivery|shipping|billing|mailing|forwarding|reply-to|report|return|home)\s+address(?:es)"
            r"?\b[^.!?\n]{0,30}?\b(?:is|are|was|has been|changed|moved|updated|to|now)\b"
            r"|\bchanged (?:his|her|their|the) (?:\w+ )?address\b"
            r"|\b(?:mailbox|inbox|e-?mail|mail|contact|address|distribution list|postbox)(?:es)?\b[^.!?\n]{0,40}?"
            r"\b(?:is|are|was|has been|changed|moved|becomes?|to|now)\b[^.!?\n]{0,20}?[\w.+-]{1,60}@[\w-]"
        ),
    ),
    (
        "endpoint",
        deferred(
            r"(?i)\b(?:endpoints?|base[ _]url|api[ _]url|webhooks?|callback(?: url)?|redirect(?: url)?|proxy|"
            r"mirror|registry|registries|package (?:index|source|feed)|backup destination|destination|bucket|"
            r"repositor(?:y|ies)|repo|dns|"
            r"name ?servers?|host ?key|fingerprint|upload (?:url|target)|server|portal|login page|download "
            r"(?:page|link|url))\b"
            rf"[^.!?\n]{{0,40}}?\b(?:is|are|was|has|moved|changed|switched|points?|now|at|to|=|:)"
            rf"\b[^!?\n]{{0,40}}?{_PLACE}"
        ),
    ),
    (
        "install",
        deferred(
            r"(?i)\b(?:pip3?|npm|pnpm|yarn|gem|cargo|brew|apt(?:-get)?|conda|go|docker|helm|choco)"
            r"\s+(?:install|add|pull|get|run)\b[^\n]{0,80}(?:https?://|--(?:extra-)?index-url|--registry|git\+)"
            r"|\b(?:--(?:extra-)?index-url|--registry)\b|\b(?:curl|wget)\b[^\n|]{0,200}\|\s*(?:sudo\s+)?(?:ba|"
            r"z)?sh\b"
            rf"|\b(?:packages?|dependenc(?:y|ies)|libraries|images?|installers?|plugins?|extensions?|models?)"
            rf"\b[^.!?\n]{{0,40}}\b(?:install(?:ed)?|come|pulled|downloaded|fetched|hosted|served)\s+(?:from|at|"
            rf"on|via)\s+(?:the\s+)?(?:\w+\s+){{0,3}}{_PLACE}"
        ),
    ),
    (
        "support_contact",
        deferred(
            r"(?i)\b(?:bank|support|help ?desk|fraud|security|emergency|customer service|admin(?:istrator)?|it|"
            r"payroll|hr)(?:['’]s)?\s+(?:department\s+|team\s+)?(?:hotline|phone|number|line|contact|e-?mail|"
            r"mailbox|address)\b"
            rf"[^.!?\n]{{0,30}}?\b(?:is|are|changed|moved|now|:)\b[^.!?\n]{{0,20}}(?:\+?\d[\d ()-]{{5,}}|"
            rf"{_PLACE})"
        ),
    ),
    (
        "permission",
        deferred(
            r"(?i)\b(?:has|have|gets?|got|given|granted|with|holds?|receives?|needs?)\s+(?:the\s+|full\s+|"
            r"unrestricted\s+|permanent\s+|temporary\s+)*(?:admin(?:istrator|istrative)?|root|superuser|sudo|"
            r"owner|unlimited|unrestricted|elevated|write|production|full)\s+(?:access|rights?|permissions?|"
            r"privileges?|approval|authority)"
            r"|\b(?:is|are)\s+(?:\w+\s+)?(?:allowed|authori[sz]ed|permitted|entitled|cleared|empowered|"
            r"pre-?approved)\s+to\s+(?:\w+\s+){0,2}?(?:approve|sign|pay|transfer|delete|deploy|access|withdraw|"
            r"spend|merge|release|publish|override|bypass|skip|read|export|change|grant)"
            r"|\b(?:may|can)\s+(?:approve|sign off|withdraw|transfer|spend|override|bypass|grant)\b|"
            r"\b(?:approval|spending|refund|transfer|credit|payment)\s+limit\b[^.!?\n]{0,30}\b(?:is|of|raised|"
            r"unlimited|now|set)\b"
            r"|\b(?:unlimited|pre-?approved|blanket)\s+(?:allowance|approval|access|refunds?|spending)\b|"
            r"\bverified (?:admin\w*|owner|operator|superuser)\b"
            r"|\b(?:agree[ds]|agree|consent(?:ed|s)?|okayed|signed off|authori[sz]e[ds]|waive[ds]|approve[ds]|"
            r"accepted|g(?:ave|iven|ives) (?:\w+ ){0,3}(?:consent|permission|approval|green light|go-ahead|blessing|"
            r"clearance|authori[sz]ation))\b[^.!?\n]{0,80}?\b(?:un(?:reviewed|tested|checked|supervised|attended|"
            r"approved|signed|encrypted)|without (?:\w+ )?(?:review|approval|asking|checks?|confirmation|notice|"
            r"tests?)|"
            r"automatic(?:ally)?|go(?:es)? live|skip\w*|bypass\w*|hotfix(?:es)?|merges?|deploy\w*|refunds?|payments?|"
            r"transfers?|invoices?|exports?|terms|full access|(?:customer|personal|user|private) data|purchases?)\b"
        ),
    ),
    (
        "check_off",
        deferred(
            r"(?i)\b(?:(?:two|multi|second)[- ]factor(?: \w+)?|(?:two|2)[- ]step (?:verification|login)|2fa|mfa|"
            r"confirmations?|approvals?|verification|"
            r"validation|security (?:checks?|scans?|checklist)|audit(?: log(?:ging)?)?|logging|certificate "
            r"(?:checks?|verification|validation|errors?)|code review|reviews?|tests?|signature checks?|"
            r"consent)\s+"
            r"(?:(?:step|check|requirement)s?\s+)?(?:for [\w ]{1,40} )?(?:is|are|has been|have been|was|were|"
            r"can be|may be|should be|will be|got|gets?|(?:is|are|was|were) being)\s+(?:now\s+)?(?:off|disabled|"
            r"deactivated|turned off|switched off|skipped|waived|lifted|dropped|paused|"
            r"suspended|removed|optional|not (?:needed|required|necessary)|no longer (?:needed|required|"
            r"necessary)|unnecessary|bypassed)"
        ),
    ),
    (
        "dose",
        deferred(
            rf"(?i)\b{_AMOUNT}[\s-]*(?:mg|mcg|µg|μg|milligrams?|micrograms?|ml|millilit(?:er|re)s?|iu|units?|"
            r"tablets?|pills?|capsules?|drops?|g|grams?)\b[^.!?\n]{{0,60}}?\b(?:dos(?:e|es|age|ing)|daily|per "
            r"day|a day|twice|three times|once|every \d+ hours?|before bed|morning|evening|insulin|medication|"
            r"medicine|prescri\w+)\b"
            rf"|\b(?:dos(?:e|es|age)|insulin|medication|prescri\w+)\b[^.!?\n]{{0,60}}?\b{_AMOUNT}[\s-]*(?:mg|"
            r"mcg|µg|μg|milligrams?|micrograms?|ml|iu|units?|tablets?|pills?|capsules?|drops?|g|grams?)\b"
        ),
    ),
)
# Slots that are filled with an address, an account or the name of somebody.
_VALUED = frozenset({"payee", "recipient", "endpoint", "install", "support_contact"})
_REST = deferred(r"(?:[^\s.,;:!?)\]}\"'”’»]|[.,;:!?)\]}\"'”’»]+(?=[^\s.,;:!?)\]}\"'”’»]))*")
_SENTENCE_END = deferred(r"[.!?;]+(?=\s|$)|\n")
_VALUE = deferred(
    r"(?i)(?:https?|s3|gs|ftp|git|ssh|wss?|amqp)://[^\s\"'<>]{1,300}|[\w.+-]{1,60}@[\w.-]{1,80}\w"
    r"|(?:[\w-]{1,40}\.){1,4}[a-z]{2,12}\b(?::\d{1,5})?(?:/[^\s\"'<>]{0,200})?"
    r"|\+?\d[\d ()./-]{2,30}\d|\b0x[0-9a-f]{6,80}|\b(?=[a-z]*\d)[a-z0-9]{6,64}\b|\b\d{4,}\b"
)


def sensitive_slots(case: Case) -> Iterator[Sighting]:
    """The first place of each sensitive slot the note would fill."""
    for number, view in enumerate(case.told):
        own = number == 0 and not case.proposal.is_json
        text = view.text[:READ]
        for iban in ibans(text):
            yield seen("sensitive_slot", view.span(*iban) if own else None, slot="payee")
            break
        for slot, pattern in _SLOTS:
            match = pattern.search(text)
            if match:
                start, end = match.start(), _end_of_value(text, match.end(), slot)
                yield seen("sensitive_slot", view.span(start, end) if own else None, slot=slot)


def _end_of_value(text: str, end: int, slot: str) -> int:
    """Where the value of a slot ends, so that what marks the passage marks the value too.

    It goes on to the last address, host or number of the sentence; to the end of the sentence where
    the value is a name in plain words.
    """
    if end < len(text) and not text[end].isspace() and not text[end - 1].isspace():
        end = _REST.match(text, end).end()  # type: ignore[union-attr]
    if slot not in _VALUED:
        return end
    stop = _SENTENCE_END.search(text, end)
    last = stop.start() if stop else len(text)
    values = [match.end() for match in _VALUE.finditer(text, end, last)]
    if values:
        return min(values[-1], last)
    return end if _VALUE.search(text, max(0, end - 60), end) else len(text[:last].rstrip())
