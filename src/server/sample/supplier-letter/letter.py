"""Writes a letter about one invoice. `complaint` comes from the calling step: what a person wrote."""

import csv
import re

import caseload

complaint = complaint.strip()
with open("files/invoices-2026.csv", encoding="utf-8", newline="") as file:
    invoices = list(csv.DictReader(file))

named = [row for row in invoices if row["number"].strip().upper() in complaint.upper()]
invoice = max(named, key=lambda row: len(row["number"]), default=None)
if invoice:
    number = invoice["number"].strip()
    subject = f"Your invoice {number} of {invoice['issued'].strip() or 'an unknown day'}"
    address = invoice["supplier"].strip()
    amount = f" over {invoice['gross']} {invoice['currency']}"
else:
    number, subject, address, amount = "general", "Your invoice", "To the supplier", ""

letter = f"""{address}

**{subject}**

Good day,

we have received your invoice{amount} and cannot pay it as it is:

> {complaint.replace(chr(10), chr(10) + "> ")}

Please send us a corrected invoice or a credit note. Until then the invoice is not due.

Accounts payable
"""
path = f"letters/{re.sub(r'[^A-Za-z0-9-]+', '-', number).strip('-')}.md"
caseload.files.write(path, letter)
print(f"Wrote {path}" + ("" if invoice else ". No number of an invoice was found in the answer, so the letter names none."))
