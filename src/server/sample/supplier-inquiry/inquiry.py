"""What is owed to a supplier, from the answers of the ledger's tools: `supplier` and `unpaid`."""

import json
from decimal import Decimal


def said(answer):
    return json.loads(answer["content"][0]["text"])


terms = said(supplier)["supplier"]  # noqa: F821
invoices = said(unpaid)["invoices"]  # noqa: F821
sums = {}
for one in invoices:
    sums[one["currency"]] = sums.get(one["currency"], Decimal()) + Decimal(one["gross"])
owed = " and ".join(f"{amount:,.2f} {currency}" for currency, amount in sorted(sums.items())) or "nothing"
print(f"We owe {owed} to {terms['name']}, for {len(invoices)} invoices. It is paid within {terms['payment_days']} days.\n")
print("| Invoice | Due | Amount | For |\n| --- | --- | --- | --- |")
for one in invoices:
    print(f"| {one['number']} | {one['due']} | {one['gross']} {one['currency']} | {one['reference']} |")
