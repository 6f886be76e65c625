"""Turns the answers of a person into the note that is filed. `approval` and `account` come from the calling step."""

import csv

approved = approval["approved"]

with open("output/payment-proposal.csv", encoding="utf-8", newline="") as file:
    entries = list(csv.DictReader(file))

paid = approved and account != "Wait a week"
print("# Payment run\n")
print(f"Released from: {account}\n" if paid else "Not released. Nothing is paid.\n")
print("| Invoice | Supplier | Due | EUR |\n| --- | --- | --- | ---: |")
for entry in entries:
    print("| {number} | {supplier} | {due} | {gross} |".format(**entry))
