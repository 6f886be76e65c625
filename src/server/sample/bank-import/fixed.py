"""Reads the bank statement of a month and writes its bookings with signed amounts and ISO dates."""

import csv
import os
from datetime import datetime
from decimal import Decimal, InvalidOperation

STATEMENT = "files/bank/2026-10.csv"


def booking(row):
    booked, _valuta, partner, purpose, amount, currency = row
    return [
        datetime.strptime(booked, "%d.%m.%Y").date().isoformat(),
        partner,
        purpose,
        Decimal(amount.replace(".", "").replace(",", ".")),
        currency,
    ]


def main():
    bookings, refused = [], []
    with open(STATEMENT, encoding="utf-8", newline="") as file:
        reader = csv.reader(file, delimiter=";")
        next(reader)
        for row in reader:
            try:
                bookings.append(booking(row))
            except (ValueError, InvalidOperation) as error:
                refused.append([reader.line_num, ";".join(row), f"{type(error).__name__}: {error}"])
                print(f"Line {reader.line_num} is not a booking: {';'.join(row)}", flush=True)
                continue
            if len(bookings) % 20 == 0:
                print(f"{len(bookings)} bookings read", flush=True)

    os.makedirs("output", exist_ok=True)
    with open("output/bookings.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["date", "partner", "purpose", "amount", "currency"])
        writer.writerows(bookings)
    with open("output/refused.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["line", "text", "reason"])
        writer.writerows(refused)
    print(f"{len(refused)} lines in output/refused.csv")
    print(f"{len(bookings)} bookings in output/bookings.csv, balance {sum(b[3] for b in bookings):,.2f}")


main()
