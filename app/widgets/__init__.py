"""Parts that two panes or more show: tables, text, differences, filters and states.

A widget here gets data and gives signals. It needs no store and no session; where work
must leave the GUI thread it is handed the function that does so. It never decides what a
record means: panes turn records into columns, spans and sentences, this room draws them.
Item models import no QtWidgets. Sizes come from the font, colours from ``app.theme``.
"""
