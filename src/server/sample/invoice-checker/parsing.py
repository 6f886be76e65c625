"""Turns the lines of the two input files into objects."""

import csv
import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal


@dataclass(frozen=True)
class Invoice:
    line: int
    number: str
    supplier: str
    issued: date | None
    issued_text: str
    currency: str
    net: Decimal
    tax: Decimal
    gross: Decimal
    paid: bool


@dataclass(frozen=True)
class Supplier:
    name: str
    approval_limit: Decimal


def key(name: str) -> str:
    """Two spellings of one name: spaces at the ends, capital letters, ß and SS."""
    return " ".join(name.split()).casefold()


def amount(text: str) -> Decimal:
    """Both 1234.50 and 1.234,50."""
    text = text.strip()
    if "," in text:
        text = text.replace(".", "").replace(",", ".")
    return Decimal(text)


def day(text: str) -> date | None:
    """Both 2026-03-31 and 31.03.2026; None when empty or not a day of the calendar."""
    iso = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", text.strip())
    german = re.fullmatch(r"(\d\d)\.(\d\d)\.(\d{4})", text.strip())
    if iso:
        parts = iso.groups()
    elif german:
        parts = german.groups()[::-1]
    else:
        return None
    try:
        return date(*map(int, parts))
    except ValueError:
        return None


def read_invoices(path: str) -> list[Invoice]:
    with open(path, encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        return [
            Invoice(
                line=reader.line_num,
                number=row["number"].strip(),
                supplier=row["supplier"].strip(),
                issued=day(row["issued"]),
                issued_text=row["issued"].strip(),
                currency=row["currency"],
                net=amount(row["net"]),
                tax=amount(row["tax"]),
                gross=amount(row["gross"]),
                paid=row["paid"].strip() != "",
            )
            for row in reader
        ]


def read_suppliers(path: str) -> dict[str, Supplier]:
    with open(path, encoding="utf-8", newline="") as file:
        return {
            key(row["name"]): Supplier(row["name"], Decimal(row["approval_limit"]))
            for row in csv.DictReader(file)
        }
