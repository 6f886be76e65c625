"""Puts every unpaid invoice with a finding into the queue, the latest twelve. The rules are those of the invoice checker."""

import caseload
from parsing import read_invoices, read_suppliers
from rules import RULES

MOST = 12

invoices = read_invoices("files/invoices-2026.csv")
suppliers = read_suppliers("files/suppliers.csv")
findings = [finding for rule in RULES for finding in rule(invoices, suppliers) if not finding.invoice.paid]
findings.sort(key=lambda finding: finding.invoice.line)

cases = []
for finding in findings[-MOST:]:
    invoice = finding.invoice
    supplier = suppliers.get(" ".join(invoice.supplier.split()).casefold())
    data = {
        "number": invoice.number,
        "supplier": invoice.supplier,
        "gross": float(invoice.gross),
        "currency": invoice.currency,
        "limit": float(supplier.approval_limit) if supplier else None,
        "off_by": float(invoice.gross - invoice.net - invoice.tax),
        "line": invoice.line,
        "rule": finding.rule,
        "detail": finding.detail,
    }
    cases.append({
        "title": f"{invoice.number} of {invoice.supplier}: {finding.rule.replace('_', ' ')}",
        "data": data,
        "labels": [{"key": "rule", "value": finding.rule.replace("_", " ")}],
        "priority": "high" if invoice.gross >= 10_000 else "medium" if invoice.gross >= 1_000 else "none",
    })

added = caseload.cases.add(cases)
print(f"The latest {len(added)} of {len(findings)} findings on unpaid invoices are in the queue.")
