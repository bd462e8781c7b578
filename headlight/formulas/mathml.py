"""The parts that formulas are built of, each a small function that gives MathML.

A part knows where a line may be broken before it, and whether it begins with a minus sign: so a sum joins signs, a
factor gets its brackets, and a long line is broken before a relation or a term, never inside of a bracket. Strings of
one letter are variables, longer ones words, and whole numbers stand for themselves. All text is escaped.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape

from headlight.formulas.numbers import Written, written, written_fixed, written_power_of_e

_SIGNS = {"+", "−", "=", "<", "≥", "≈", "·", "×", "/", ",", "→", "≠"}
_TERMS = 2  # of a long sum: this many are written, then dots and the last


@dataclass(frozen=True)
class Part:
    """A part of a formula: MathML in pieces, between which a line may be broken."""

    pieces: tuple[str, ...]
    minus: bool = False  # begins with a minus sign, which is not in the pieces
    power: bool = False  # ends with a power, so that another one needs brackets
    breaks: bool = False  # a line may be broken before it

    @property
    def signed(self) -> tuple[str, ...]:
        """The pieces, with the minus sign if there is one."""
        return (_operator("−", "prefix") + self.pieces[0], *self.pieces[1:]) if self.minus else self.pieces

    @property
    def one(self) -> str:
        """The whole as one element, not to be broken."""
        return f"<mrow>{''.join(self.signed)}</mrow>"


Content = Part | str | int


def part(content: Content) -> Part:
    """A letter as a variable, any other string as a word, a whole number as itself; a part stays as it is.

    Variables are slanted, but for Greek capitals.
    """
    if isinstance(content, Part):
        return content
    if isinstance(content, int):
        return Part((f"<mn>{abs(content)}</mn>",), minus=content < 0)
    if content in _SIGNS:
        return Part((_operator(content, "infix"),))
    letters = (letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in content)
    text = "".join(letters).replace(" ", "\N{NO-BREAK SPACE}")
    slanted = ' class="variable"' if len(content) == 1 and content.isalpha() and not "Α" <= content <= "Ω" else ""
    # A word is an identifier: beside a lone operator, MathML counts text as space.
    return Part((f"<mi{slanted}>{escape(text)}</mi>" if text else "",))


def _operator(sign: str, form: str, *, grows: bool = False) -> str:
    """An operator with its form said: by itself a browser guesses it from the neighbours, and a piece has none."""
    close = ' lspace="0" rspace="0"' if sign == "/" else ""
    return f'<mo form="{form}" stretchy="{str(grows).lower()}"{close}>{escape(sign)}</mo>'


def number(value: float, digits: int = 4, *, padded: bool = True) -> Part:
    """A number with so many significant digits, zeros at its end too if `padded`."""
    return _set(written(value, digits, padded=padded))


def fixed(value: float, decimals: int) -> Part:
    """A number with so many decimals."""
    return _set(written_fixed(value, decimals))


def power_of_e(exponent: float, digits: int = 4) -> Part:
    """The value of e to the exponent."""
    value = written_power_of_e(exponent, digits)
    return _set(value) if value else above("e", number(exponent, digits))


def _set(value: Written) -> Part:
    digits = f"<mn>{value.digits}</mn>" if value.finite else f"<mi>{value.digits}</mi>"
    if value.exponent is None:
        return Part((digits,), minus=value.minus)
    ten = f"<msup><mn>10</mn>{part(value.exponent).one}</msup>"
    return Part((digits + _operator("×", "infix") + ten,), minus=value.minus, power=True)


def thousands(count: int) -> Part:
    """A whole number, its thousands apart."""
    return Part((f"<mn>{abs(count):,}</mn>".replace(",", "\N{THIN SPACE}"),), minus=count < 0)


def space(width: float = 1.0) -> Part:
    """Blank space, its width in em."""
    return Part((f'<mspace width="{width}em"/>',))


def row(*parts: Content) -> Part:
    """One part after another; a minus sign of the first is one of the whole."""
    first, *rest = map(part, parts)
    pieces = list(first.pieces)
    for next_part in rest:
        begins, *more = next_part.signed
        if next_part.breaks:
            pieces.append(begins)
        else:
            pieces[-1] += begins
        pieces += more
    return Part(tuple(pieces), minus=first.minus, breaks=first.breaks)


def product(*factors: Content) -> Part:
    """Factors side by side, a little apart."""
    parts: list[Content] = [factors[0]]
    for factor in factors[1:]:
        parts += [space(0.17), factor]
    return row(*parts)


def times(*factors: Content, sign: str = "×") -> Part:
    """Factors with a sign between them; a negative one gets brackets, but not the first."""
    parts: list[Content] = [factors[0]]
    for factor in map(part, factors[1:]):
        parts += [sign, brackets(factor) if factor.minus else factor]
    return row(*parts)


def negative(content: Content) -> Part:
    """Write it with a minus sign before it."""
    return replace(part(content), minus=True)


def total(*terms: Content) -> Part:
    """A sum: a minus sign of a term takes the place of the plus, and a line may be broken before each."""
    first, *rest = map(part, terms)
    joined = [replace(_signed("−" if term.minus else "+", replace(term, minus=False)), breaks=True) for term in rest]
    return row(first, *joined)


def _signed(sign: str, term: Part) -> Part:
    return replace(term, pieces=(_operator(sign, "infix") + term.pieces[0], *term.pieces[1:]))


def shortened(terms: Sequence[Content]) -> Part:
    """A sum of which no more than four terms are written: of more the first two, dots and the last."""
    return total(*(terms if len(terms) <= _TERMS + 2 else (*terms[:_TERMS], "⋯", terms[-1])))


def plus(term: Content) -> Part:
    """A further term of a sum that began on another line."""
    return replace(_signed("−" if part(term).minus else "+", replace(part(term), minus=False)), breaks=True)


def minus(first: Content, second: Content) -> Part:
    """A difference; a negative number that is taken away gets brackets."""
    return row(first, replace(part("−"), breaks=True), brackets(second) if part(second).minus else second)


def related(sign: str, *parts: Content) -> Part:
    """A relation to what stands before it: a line may be broken there."""
    return replace(row(sign, *parts), breaks=True)


def equals(*parts: Content) -> Part:
    """= and what is equal."""
    return related("=", *parts)


def remark(*words: Content) -> Part:
    """Write a remark behind a formula."""
    return replace(row(space(), *words), breaks=True)


def fraction(top: Content, bottom: Content) -> Part:
    """One over the other."""
    return Part((f"<mfrac>{part(top).one}{part(bottom).one}</mfrac>",), power=True)


def root(inside: Content) -> Part:
    """The square root."""
    return Part((f"<msqrt>{part(inside).one}</msqrt>",))


def below(base: Content, index: Content) -> Part:
    """An index."""
    return Part((f"<msub>{part(base).one}{part(index).one}</msub>",))


def above(base: Content, exponent: Content) -> Part:
    """A power; its base gets brackets where it is negative or a power itself."""
    base = part(base)
    base = brackets(base) if base.minus or base.power else base
    return Part((f"<msup>{base.one}{part(exponent).one}</msup>",), power=True)


def both(base: Content, index: Content, exponent: Content) -> Part:
    """An index and, above it, what tells one from its siblings, or a power."""
    return Part((f"<msubsup>{part(base).one}{part(index).one}{part(exponent).one}</msubsup>",), power=True)


def hat(base: Content) -> Part:
    """With a hat: normalized."""
    return Part((f'<mover accent="true">{part(base).one}<mo stretchy="false">ˆ</mo></mover>',))


def brackets(*inside: Content, pair: str = "()", grows: bool = False) -> Part:
    """In brackets, or other signs that come in pairs; they are as tall as what they hold if it `grows`."""
    left, right = (_operator(sign, form, grows=grows) for sign, form in zip(pair, ("prefix", "postfix"), strict=True))
    return Part((f"<mrow>{left}{''.join(row(*inside).signed)}{right}</mrow>",))


def length(*inside: Content) -> Part:
    """The length of a vector, the norm of a matrix."""
    return brackets(*inside, pair="||", grows=True)


def listed(*parts: Content) -> Part:
    """With commas between them."""
    commas = [content for next_part in parts[1:] for content in (part(","), next_part)]
    return row(parts[0], *commas)


def applied(name: Content, *arguments: Content) -> Part:
    """A function of its arguments, in brackets."""
    return row(name, brackets(listed(*arguments)))


def over(sign: str, index: Content, end: Content | None = None, *, inline: bool = False) -> Part:
    """∑ or ∏ over an index, to an end; `inline` puts both beside it."""
    tags = ("munder", "munderover") if not inline else ("msub", "msubsup")
    sign = f"<mo>{escape(sign)}</mo>"
    if end is None:
        return Part((f"<{tags[0]}>{sign}{part(index).one}</{tags[0]}>",))
    return Part((f"<{tags[1]}>{sign}{part(index).one}{part(end).one}</{tags[1]}>",))


def braced(inside: Content, name: Content) -> Part:
    """With a brace under it, and a name under that."""
    brace = '<mo stretchy="true">⏟</mo>'
    return Part((f"<munder><munder>{part(inside).one}{brace}</munder>{part(name).one}</munder>",))


def table(
    rows: Sequence[Sequence[Content]], *, left: int = 0, head: Sequence[Content] = (), foot: Sequence[Content] = ()
) -> Part:
    """Rows of cells, the first `left` columns flush left, a line under the `head` and above the `foot`."""
    rules = "solid solid" if foot else "solid" if head else "none"
    lines = [
        "".join(
            f'<mtd columnalign="{"left" if column < left else "right"}">{part(cell).one}</mtd>'
            for column, cell in enumerate(cells)
        )
        for cells in (head, *rows, foot)
        if cells
    ]
    body = "".join(f"<mtr>{cells}</mtr>" for cells in lines)
    return Part((f'<mtable rowlines="{rules}">{body}</mtable>',))
