"""Which invoices in euros the next payment run takes, by the rules of payment-terms.md. Prints one line, writes the list."""

import csv
import os
import re
from datetime import date, timedelta
from decimal import Decimal


def amount(text):
    text = text.strip()
    return Decimal(text.replace(".", "").replace(",", ".") if "," in text else text)


def day(text):
    parts = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", text.strip()) or re.fullmatch(r"(\d\d)\.(\d\d)\.(\d{4})", text.strip())
    if not parts:
        return None
    numbers = [int(part) for part in parts.groups()]
    try:
        return date(*(numbers if numbers[0] > 31 else numbers[::-1]))
    except ValueError:
        return None


def key(name):
    return " ".join(name.split()).casefold()


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


limits = {key(row["name"]): Decimal(row["approval_limit"]) for row in read("files/suppliers.csv")}
rows = read("files/invoices-2026.csv")
# The last payment in the file is the last payment run; this one follows a week later and takes a week ahead.
until = max(filter(None, (day(row["paid"]) for row in rows))) + timedelta(days=14)

proposed, numbers, amounts = [], set(), {}
for row in rows:
    supplier, gross, due = key(row["supplier"]), amount(row["gross"]), day(row["due"])
    number = (supplier, row["number"].strip().upper())
    issued = day(row["issued"])
    before = amounts.setdefault((supplier, row["currency"], gross), [])
    twice = number in numbers or any(issued and other and abs((issued - other).days) <= 7 for other in before)
    numbers.add(number)
    before.append(issued)
    open_item = not row["paid"].strip() and row["currency"] == "EUR" and gross > 0
    exact = abs(gross - amount(row["net"]) - amount(row["tax"])) <= Decimal("0.02")
    sound = issued and due and exact and not twice and supplier in limits and gross <= limits[supplier]
    if open_item and sound and due <= until:
        proposed.append([row["number"].strip(), row["supplier"].strip(), due.isoformat(), gross])

proposed.sort(key=lambda entry: (entry[2], entry[1]))
os.makedirs("output", exist_ok=True)
with open("output/payment-proposal.csv", "w", encoding="utf-8", newline="") as file:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["number", "supplier", "due", "gross"])
    writer.writerows(proposed)
suppliers = len({entry[1] for entry in proposed})
print(f"{len(proposed)} invoices of {suppliers} suppliers due by {until}, {sum(entry[3] for entry in proposed):,.2f} EUR in total")
