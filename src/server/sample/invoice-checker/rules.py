"""What makes an invoice worth a second look. Every rule yields findings and changes nothing."""

from collections import defaultdict
from dataclasses import dataclass

from parsing import Invoice, key


@dataclass(frozen=True)
class Finding:
    invoice: Invoice
    rule: str
    detail: str


def same_number(invoices, suppliers):
    """A number that the supplier has used before."""
    first = {}
    for invoice in invoices:
        known = first.setdefault((key(invoice.supplier), invoice.number.upper()), invoice)
        if known is not invoice:
            yield Finding(invoice, "same_number", f"line {known.line} has the same number")


def same_amount(invoices, suppliers, days=7):
    """The same supplier, the same amount, a few days apart, under another number."""
    groups = defaultdict(list)
    for invoice in invoices:
        if invoice.issued:
            groups[key(invoice.supplier), invoice.currency, invoice.gross].append(invoice)
    for group in groups.values():
        group.sort(key=lambda invoice: (invoice.issued, invoice.line))
        for at, invoice in enumerate(group):
            for earlier in group[:at]:
                apart = (invoice.issued - earlier.issued).days
                if apart <= days and earlier.number.upper() != invoice.number.upper():
                    yield Finding(invoice, "same_amount", f"line {earlier.line} has the same amount, {apart} day{'' if apart == 1 else 's'} before")
                    break


def wrong_sum(invoices, suppliers):
    """Net and tax do not make the gross amount."""
    for invoice in invoices:
        difference = invoice.gross - invoice.net - invoice.tax
        if difference:
            yield Finding(invoice, "wrong_sum", f"gross is off by {difference}")


def unknown_supplier(invoices, suppliers):
    for invoice in invoices:
        if key(invoice.supplier) not in suppliers:
            yield Finding(invoice, "unknown_supplier", f"{invoice.supplier} is not in suppliers.csv")


def no_date(invoices, suppliers):
    for invoice in invoices:
        if invoice.issued is None:
            yield Finding(invoice, "no_date", f"{invoice.issued_text} is not a date" if invoice.issued_text else "the date is missing")


def above_limit(invoices, suppliers):
    """More than this supplier may bill without a second person."""
    for invoice in invoices:
        supplier = suppliers.get(key(invoice.supplier))
        if supplier and invoice.gross > supplier.approval_limit:
            yield Finding(invoice, "above_limit", f"{invoice.gross} {invoice.currency}, the limit is {supplier.approval_limit}")


RULES = [same_number, same_amount, wrong_sum, unknown_supplier, no_date, above_limit]
