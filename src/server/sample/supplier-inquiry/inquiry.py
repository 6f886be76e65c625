"""What is owed to a supplier, from what the calls of the ledger's tools came to, as text: `supplier` and `unpaid`."""

import json
from decimal import Decimal


def said(outcome):
    """The data that a tool answered. Without any, as after a person declined the call, the outcome is a sentence that says why."""
    try:
        outcome = json.loads(outcome)["content"][0]["text"]
        return json.loads(outcome)
    except ValueError:
        print(f"I cannot say what is owed, because the ledger gave no answer: {outcome}")
        raise SystemExit from None


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
