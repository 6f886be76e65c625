"""Reads a CSV of unknown origin: what it is made of is seen in the file, and rows with another number of fields are named."""

import csv
import io
import re
from dataclasses import dataclass, field
from decimal import Decimal

SEPARATORS = ";,\t|"


@dataclass
class Problem:
    line: int
    text: str


@dataclass
class Table:
    encoding: str
    separator: str
    columns: list[str]
    rows: list[dict[str, str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def decode(data: bytes) -> tuple[str, str]:
    for mark, name in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(name), name
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        # What Western spreadsheets write where they do not write UTF-8; five of its bytes mean nothing.
        return data.decode("cp1252", errors="replace"), "cp1252"


def separator_of(text: str) -> str:
    """The separator that gives the first rows the same number of fields, and more than one."""
    best = (0, 0, ",")
    for separator in SEPARATORS:
        sample = [row for _, row in zip(range(50), csv.reader(io.StringIO(text), delimiter=separator)) if row]
        width = len(sample[0]) if sample else 0
        even = sum(len(row) == width for row in sample)
        if width > 1:
            best = max(best, (even, width, separator))
    return best[2]


def read_csv(path: str) -> Table:
    with open(path, "rb") as file:
        text, encoding = decode(file.read())
    separator = separator_of(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    columns = [name.strip() for name in next(reader, [])]
    table = Table(encoding, separator, columns)
    twice = sorted({name for name in columns if columns.count(name) > 1})
    if twice:
        table.problems.append(Problem(1, f"columns with one name: {', '.join(twice)}"))
    for row in reader:
        if not any(value.strip() for value in row):
            continue
        if len(row) == len(columns):
            table.rows.append(dict(zip(columns, row)))
        else:
            table.problems.append(Problem(reader.line_num, f"{len(row)} fields instead of {len(columns)}"))
    return table


def amount(text: str) -> Decimal:
    """An amount of money as people write it. Raises ValueError for anything else, and where 1.234 could be either of two numbers."""
    value = re.sub(r"[\s\u00a0\u202f'’]|[A-Z]{3}|[€$£]", "", text)
    if re.fullmatch(r"\((.+)\)", value):
        value = "-" + value[1:-1]
    if re.fullmatch(r"-?\d+", value):
        return Decimal(value)
    match = re.fullmatch(r"(-?)(\d{1,3}(?:\.\d{3})*|\d+),(\d{1,2})", value)
    if match:
        return Decimal(f"{match[1]}{match[2].replace('.', '')}.{match[3]}")
    match = re.fullmatch(r"(-?)(\d{1,3}(?:,\d{3})*|\d+)\.(\d{1,2})", value)
    if match:
        return Decimal(f"{match[1]}{match[2].replace(',', '')}.{match[3]}")
    raise ValueError(f"{text!r} is no amount, or could be two")
