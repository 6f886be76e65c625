"""What makes an invoice worth a second look. Every rule yields findings and changes nothing."""

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


RULES = [same_number, wrong_sum, unknown_supplier]
