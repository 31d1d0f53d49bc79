"""Data that ships with the program: icons and the style sheet. No code enters this folder."""
