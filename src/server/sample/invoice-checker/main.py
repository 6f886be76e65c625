"""Checks the invoices of the year against the rules and the list of suppliers."""

import csv
import os
from collections import Counter, defaultdict

from parsing import read_invoices, read_suppliers
from rules import RULES


def main():
    invoices = read_invoices("files/invoices-2026.csv")
    suppliers = read_suppliers("files/suppliers.csv")
    print(f"Read {len(invoices)} invoices and {len(suppliers)} suppliers", flush=True)

    findings = []
    for rule in RULES:
        found = list(rule(invoices, suppliers))
        findings += found
        print(f"  {rule.__name__.replace('_', ' '):<18}{len(found):>4}", flush=True)

    findings.sort(key=lambda finding: (finding.invoice.line, finding.rule))
    os.makedirs("output", exist_ok=True)
    write_findings(findings)
    write_summary(invoices, findings)
    touched = len({finding.invoice.line for finding in findings})
    print(f"{len(findings)} findings on {touched} of {len(invoices)} invoices")


def write_findings(findings):
    with open("output/findings.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["line", "number", "supplier", "currency", "gross", "paid", "rule", "detail"])
        for finding in findings:
            invoice = finding.invoice
            paid = "yes" if invoice.paid else "no"
            writer.writerow([invoice.line, invoice.number, invoice.supplier, invoice.currency, invoice.gross, paid, finding.rule, finding.detail])


def write_summary(invoices, findings):
    counts = Counter(finding.rule for finding in findings)
    open_lines = {finding.invoice.line: finding.invoice for finding in findings if not finding.invoice.paid}
    open_sums = defaultdict(int)
    for invoice in open_lines.values():
        open_sums[invoice.currency] += invoice.gross
    lines = [
        "# Invoice check",
        "",
        f"{len(findings)} findings on {len({f.invoice.line for f in findings})} of {len(invoices)} invoices.",
        f"{len(open_lines)} of these invoices are not paid yet.",
        "",
        "| Rule | Findings |",
        "| --- | ---: |",
        *(f"| {rule.__name__.replace('_', ' ')} | {counts[rule.__name__]} |" for rule in RULES),
        "",
        "## Not paid yet, with a finding",
        "",
        "| Currency | Amount |",
        "| --- | ---: |",
        *(f"| {currency} | {total:,.2f} |" for currency, total in sorted(open_sums.items())),
    ]
    with open("output/summary.md", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


main()
