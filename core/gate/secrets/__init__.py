"""Secrets in a text: provider formats, stated passwords, and values that look drawn by a machine.

Rules look at one view of a text and yield spans; whether a find is refused or held is the
decision table's business. `rules/gitleaks.toml` is another project's file with a licence of its
own, kept whole; nothing is compiled before a text mentions what a rule starts from.
"""
