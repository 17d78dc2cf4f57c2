"""Error messages: what an entry shows, and the form in which two of them are the same.

A reader pastes a message with other sizes, devices and file names than those in the
entry. Numbers, quoted text and bracketed lists are therefore left out before
anything is compared; what remains are the words torch wrote.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

from torchzh.annotation.models import Annotation
from torchzh.annotation.tracebacks import shown_errors

CODE = re.compile(r"`([^`\n]+)`")
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|\[[^\[\]]*\]|\([^()]*\)")
WORD = re.compile(r"[a-z_][a-z_]+")
SYMPTOM = "现象"
OWN = 10
FEWEST = 3  # words that make a message


def message_words(text: str) -> tuple[str, ...]:
    """The words of a message, in order, without what differs from reader to reader."""
    bare = text.lower()
    shorter = QUOTED.sub(" ", bare)
    while shorter != bare:
        bare, shorter = shorter, QUOTED.sub(" ", shorter)
    return (
        tuple(WORD.findall(bare)) if len(WORD.findall(bare)) >= FEWEST else tuple(WORD.findall(text.lower()))
    )


def messages_of(annotation: Annotation) -> Counter[str]:
    """Messages an entry shows → how often, or ``OWN`` and more where a call of its own name raised it.

    Messages of one form count as one.
    """
    found: Counter[str] = Counter()
    spelled: dict[tuple[str, ...], str] = {}
    own = annotation.name.rpartition(".")[2]
    for text, statement in _shown(annotation):
        words = message_words(text)
        if len(words) >= FEWEST:
            text = spelled.setdefault(words, text)
            found[text] += 1
            if own == _called(statement) and found[text] < OWN:
                found[text] += OWN
    return found


def _shown(annotation: Annotation) -> Iterator[tuple[str, str]]:
    """Every message, and the statement that raised it where there is one."""
    for block in annotation.blocks:
        for error in shown_errors(block.text):
            if error.text:
                yield error.text.strip(" .…"), error.statement
    for pitfall in annotation.pitfalls:
        for line in (pitfall.title, *pitfall.body.splitlines()):
            if SYMPTOM in line or line == pitfall.title:
                yield from (
                    (text.strip(" .…"), "") for text in CODE.findall(line) if text.count(" ") >= FEWEST
                )


def _called(statement: str) -> str:
    """Last part of the name of the outermost call of a statement at the prompt."""
    try:
        tree = ast.parse(re.sub(r"^(?:>>>|\.\.\.) ", "", statement, flags=re.MULTILINE))
    except SyntaxError:
        return ""
    value = getattr(tree.body[-1], "value", None) if tree.body else None
    function = value.func if isinstance(value, ast.Call) else None
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
