"""Drawings of a board as pictures that stand alone: each piece carries the colours that the board's sheet of styles gives it by day.

Boards are drawn in SVG whose colours are in CSS, with variables, `light-dark()` and symbols. What prints knows none of that, so it is worked out here.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from copy import deepcopy
from functools import cache
from math import pi

import cssselect2
import tinycss2

SVG = "http://www.w3.org/2000/svg"
PAINTED = frozenset(
    [
        "color",
        "display",
        "fill",
        "fill-opacity",
        "fill-rule",
        "font-family",
        "font-size",
        "font-weight",
        "letter-spacing",
        "opacity",
        "paint-order",
        "stroke",
        "stroke-dasharray",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-opacity",
        "stroke-width",
        "text-anchor",
        "transform",
    ]
)
"""What a picture needs of a sheet of styles."""
COLOURED = ("fill", "stroke", "color", "stop-color", "flood-color")
FONT = "DejaVu Sans"
DEEPEST = 12
"""Variables inside variables, and drawings inside drawings."""
_VAR = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)")
_TAG = re.compile(r"<[a-zA-Z][^<>]*>")
_ATTRIBUTE = re.compile(r'\s([\w:-]+)="[^"]*"')
_HEX = re.compile(r"#([0-9a-fA-F]{3,8})\b")
_SHORTHAND = re.compile(r"^(?:(\d+|bold|normal)\s+)?([\d.]+)px")
_NAMED = {"white": "#ffffff", "black": "#000000", "red": "#ff0000"}

Declarations = dict[str, str]


class Inks:
    """The styles and symbols of one board."""

    def __init__(self, css: str, symbols: str, attributes: Mapping[str, str]) -> None:
        self.attributes = dict(attributes)
        """Of the element that the sheet of styles expects around everything."""
        self.matcher = cssselect2.Matcher()
        for rule in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
            if rule.type == "qualified-rule":
                self._learn(rule)
        self.symbols = {found.get("id"): found for found in _parse(symbols).iter() if found.get("id")}

    def _learn(self, rule: tinycss2.ast.QualifiedRule) -> None:
        told = _declared(tinycss2.parse_blocks_contents(rule.content))
        if not told:
            return
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:
            return  # something for browsers only
        for selector in selectors:
            if selector.pseudo_element is None:
                self.matcher.add_selector(selector, told)

    def picture(self, body: str, box: str, *, black: bool = False) -> str:
        """A piece of SVG as a whole picture; `box` is its viewBox."""
        root = _parse(f"<svg>{body}</svg>")
        root.attrib |= {"viewBox": box, **self.attributes}
        self._expand(root, 0, set())
        wrapper = cssselect2.ElementWrapper.from_xml_root(root)
        self._paint(wrapper, {}, black)
        for node in root.iter():
            _measured(node)
            for name in [name for name in node.attrib if name.startswith(("data-", "aria-"))]:
                del node.attrib[name]
        root.set("xmlns", SVG)
        return ET.tostring(root, encoding="unicode")

    def _expand(self, parent: ET.Element, depth: int, around: set[str]) -> None:
        """Put the drawing in the place of each mention of it: its colours depend on where it stands."""
        for child in list(parent):
            if child.tag == "title":
                parent.remove(child)
            elif child.tag == "use":
                name = child.get("href", "").removeprefix("#")
                if name in self.symbols and name not in around and depth < DEEPEST:
                    drawn = _placed(child, self.symbols[name])
                    parent[list(parent).index(child)] = drawn
                    self._expand(drawn, depth + 1, around | {name})
                else:
                    parent.remove(child)
            else:
                self._expand(child, depth, around)

    def _paint(self, element: cssselect2.ElementWrapper, inherited: Declarations, black: bool) -> None:
        node = element.etree_element
        told: Declarations = {}
        for *_, declarations in self.matcher.match(element):
            told |= declarations
        own = _declared(tinycss2.parse_blocks_contents(node.attrib.pop("style", "")))
        variables = inherited | {name: value for name, value in (told | own).items() if name[:2] == "--"}
        for name, value in list(node.attrib.items()):
            if "var(" in value or (black and name in COLOURED):
                node.set(name, _ink(name, value, variables, black))
        for name, value in (told | own).items():
            if name[:2] != "--":
                for key, plain in _plain(name, _ink(name, value, variables, black)):
                    node.set(key, plain)
        for child in list(element.iter_children()):
            self._paint(child, variables, black)


def _parse(text: str) -> ET.Element:
    """SVG as a page holds it: without a namespace, and of an attribute that stands twice the first counts."""
    return ET.fromstring(_TAG.sub(_once, text.replace(f' xmlns="{SVG}"', "")))


def _once(tag: re.Match[str]) -> str:
    seen: set[str] = set()

    def kept(found: re.Match[str]) -> str:
        twice = found[1] in seen
        seen.add(found[1])
        return "" if twice else found[0]

    return _ATTRIBUTE.sub(kept, tag[0])


def _placed(use: ET.Element, target: ET.Element) -> ET.Element:
    group = ET.Element(
        "g", {k: v for k, v in use.attrib.items() if k not in ("href", "x", "y", "width", "height")}
    )
    place = {k: use.get(k, "") for k in ("x", "y", "width", "height") if use.get(k)}
    if target.tag == "symbol":
        kept = {
            k: v
            for k, v in target.attrib.items()
            if k in ("viewBox", "preserveAspectRatio", "class", "style")
        }
        inner = ET.SubElement(group, "svg", {**kept, **place})
        inner.extend(deepcopy(list(target)))
    else:
        if "x" in place or "y" in place:
            group = ET.Element("g", {**group.attrib})
            moved = ET.SubElement(
                group, "g", {"transform": f"translate({use.get('x', '0')} {use.get('y', '0')})"}
            )
        else:
            moved = group
        copy = deepcopy(target)
        copy.attrib.pop("id", None)
        moved.append(copy)
    return group


def _measured(node: ET.Element) -> None:
    """Dashes of a circle that is told to be so long, in its true length: not everything that draws knows `pathLength`."""
    told = node.attrib.pop("pathLength", "")
    if told and node.tag == "circle" and "stroke-dasharray" in node.attrib:
        unit = 2 * pi * float(node.get("r", "0")) / float(told)
        dashes = [f"{unit * float(dash):.2f}" for dash in node.get("stroke-dasharray", "").split()]
        node.set("stroke-dasharray", " ".join(dashes))


def _declared(found: Iterable[tinycss2.ast.Node]) -> Declarations:
    told: Declarations = {}
    for one in found:
        if one.type == "declaration" and (
            one.lower_name in PAINTED or one.lower_name == "font" or one.name[:2] == "--"
        ):
            told[one.name] = tinycss2.serialize(one.value).strip()
    return told


def _plain(name: str, value: str) -> list[tuple[str, str]]:
    """A declaration as attributes of SVG."""
    if name == "font":
        found = _SHORTHAND.match(value)
        size = [("font-size", found[2]), ("font-weight", found[1] or "400")] if found else []
        return [*size, ("font-family", FONT)]
    if name == "font-family":
        return [(name, FONT)]
    if name == "transform":
        return [(name, value.replace("px", "").replace("deg", ""))] if value != "none" else []
    if "calc(" in value or "var(" in value or value in ("inherit", "unset", "initial"):
        return []
    return [(name, value.removesuffix("px"))]


def _ink(name: str, value: str, variables: Mapping[str, str], black: bool) -> str:
    for _ in range(DEEPEST):
        if "var(" not in value:
            break
        value = _VAR.sub(lambda found: variables.get(found[1], found[2] or "none").strip(), value)
    value = _by_day(value)
    return shade(value) if black and name in COLOURED else value


def _by_day(value: str) -> str:
    """Of two colours the one by day; mixed colours mixed."""
    for function, chosen in (("light-dark(", _first), ("color-mix(", _mixed)):
        while (at := value.rfind(function)) >= 0:
            end = _closing(value, at + len(function))
            value = value[:at] + chosen(value[at + len(function) : end]) + value[end + 1 :]
    return value


def _closing(text: str, at: int) -> int:
    depth = 1
    for i in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if not depth:
            return i
    return len(text)


def _split(text: str) -> list[str]:
    parts, depth = [""], 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _first(inside: str) -> str:
    return _split(inside)[0]


def _mixed(inside: str) -> str:
    """`in srgb, #ff8a3c 62%, #202030`: the mix of the two."""
    _, first, second = (*_split(inside), "", "")[:3]
    (one, share), (two, rest) = _share(first), _share(second)
    part = share if share is not None else 1 - rest if rest is not None else 0.5
    if two == "transparent":
        return f"{one}{round(255 * part):02x}" if len(one) == 7 else one
    if not (_HEX.fullmatch(one) and _HEX.fullmatch(two)):
        return one
    a, b = rgb(one), rgb(two)
    return "#" + "".join(f"{round(x * part + y * (1 - part)):02x}" for x, y in zip(a, b))


def _share(text: str) -> tuple[str, float | None]:
    colour, _, share = text.partition(" ")
    colour = _NAMED.get(colour, colour)
    if len(colour) == 4 and colour[0] == "#":
        colour = "#" + "".join(2 * letter for letter in colour[1:])
    return colour, float(share.rstrip("%")) / 100 if share.endswith("%") else None


def rgb(colour: str) -> tuple[int, int, int]:
    digits = colour[1:]
    if len(digits) in (3, 4):
        digits = "".join(2 * letter for letter in digits)
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


@cache
def shade(value: str) -> str:
    """A colour as the grey that is as bright."""

    def grey(found: re.Match[str]) -> str:
        red, green, blue = rgb(found[0])
        level = round(0.299 * red + 0.587 * green + 0.114 * blue)
        alpha = found[1][6:8] if len(found[1]) == 8 else ""
        return f"#{level:02x}{level:02x}{level:02x}{alpha}"

    return _HEX.sub(grey, _NAMED.get(value, value))
