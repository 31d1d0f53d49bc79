"""Cleaning the texts that stand beside a note, where the note may not be written down as it came."""

from __future__ import annotations

from core.gate.masking import MaskedSpan, masked_with, secret_spans


def cleaned(text: str, key: bytes | None = None) -> str:
    """A key, a source or a tag without secrets and high-risk personal data."""
    from core.gate.personal import personal_data
    from core.gate.views import plain

    view = plain(text)
    places = [(each, view.span(each.start, each.end)) for each in personal_data(view.text) if each.is_high]
    high = [MaskedSpan(each.kind, start, end, end - start, True, "", "") for each, (start, end) in places]
    return masked_with(text, [*secret_spans(text), *high], key).text
