"""Writes the step that follows for an invoice, by the rules of the invoice checker. `claimed` comes from the calling step."""

import json
import sys

sys.path.insert(0, "files/tools")

from parsing import read_invoices, read_suppliers  # noqa: E402
from rules import RULES  # noqa: E402


def match(line):
    invoices = read_invoices("files/invoices-2026.csv")
    suppliers = read_suppliers("files/suppliers.csv")
    found = [finding.detail for rule in RULES for finding in rule(invoices, suppliers) if finding.invoice.line == line]
    return f"fail It cannot be paid as it is: {found[0]}" if found else "say It agrees with the rules of the invoice checker."


case = claimed["case"]
print(match(json.loads(case["data"])["line"]) if case else "say No case is waiting.")
