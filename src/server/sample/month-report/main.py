"""Totals by month, currency and supplier, and a chart of the months in euros."""

import csv
import os
import re
from collections import defaultdict
from decimal import Decimal
from html import escape

IMPLAUSIBLE = Decimal(1_000_000)  # One lost decimal point would flatten every other bar.


def amount(text):
    text = text.strip()
    return Decimal(text.replace(".", "").replace(",", ".") if "," in text else text)


def month(text):
    iso = re.fullmatch(r"(\d{4})-(\d\d)-\d\d", text.strip())
    german = re.fullmatch(r"\d\d\.(\d\d)\.(\d{4})", text.strip())
    if iso:
        return f"{iso[1]}-{iso[2]}"
    return f"{german[2]}-{german[1]}" if german else "unknown"


def read():
    totals, left_out = defaultdict(lambda: [0, Decimal(0), Decimal(0)]), []
    with open("files/invoices-2026.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            gross = amount(row["gross"])
            if abs(gross) > IMPLAUSIBLE and row["currency"] == "EUR":
                left_out.append(f"{row['number'].strip()} of {row['supplier'].strip()}: {gross:,.2f} EUR")
                continue
            supplier = " ".join(row["supplier"].split())
            entry = totals[month(row["issued"]), row["currency"], supplier]
            entry[0] += 1
            entry[1] += amount(row["net"])
            entry[2] += gross
    return totals, left_out


def write_months(totals):
    with open("output/months.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["month", "currency", "supplier", "invoices", "net", "gross"])
        for (name, currency, supplier), (count, net, gross) in sorted(totals.items()):
            writer.writerow([name, currency, supplier, count, net, gross])


def write_chart(euros):
    width, height, gap = 720, 280, 12
    top = max(euros.values())
    bar = (width - 40) / len(euros) - gap
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">']
    parts.append(f"<title>{escape('Gross amounts in EUR by month')}</title><rect width='{width}' height='{height}' fill='#fff'/>")
    for at, (name, total) in enumerate(sorted(euros.items())):
        x, tall = 20 + at * (bar + gap), float(total / top) * (height - 70)
        y = height - 30 - tall
        parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{bar:.1f}" height="{tall:.1f}" rx="2" fill="#4f46a5"/>')
        parts.append(f'<text x="{x + bar / 2:.1f}" y="{y - 6:.1f}" text-anchor="middle">{total / 1000:,.1f} k</text>')
        parts.append(f'<text x="{x + bar / 2:.1f}" y="{height - 12}" text-anchor="middle">{escape(name)}</text>')
    parts.append("</svg>")
    with open("output/months.svg", "w", encoding="utf-8") as file:
        file.write("\n".join(parts) + "\n")


os.makedirs("output", exist_ok=True)
totals, left_out = read()
write_months(totals)
euros = defaultdict(Decimal)
for (name, currency, _), (_, _, gross) in totals.items():
    if currency == "EUR" and name != "unknown":
        euros[name] += gross
for name, total in sorted(euros.items()):
    print(f"{name}  {total:>14,.2f} EUR", flush=True)
write_chart(euros)
print(f"{len(totals)} lines in output/months.csv, {len(euros)} months in output/months.svg")
for line in left_out:
    print(f"Left out as implausible: {line}")
