"""Writes the steps that end a case, by the numbers of payment-terms.md. `claimed` comes from the calling step."""

import json
from decimal import Decimal


def complete(note):
    return f"call complete_case {json.dumps({'note': note})}\nsay {note}"


def decide(finding):
    rule, detail = finding["rule"], finding["detail"]
    if rule in ("no_date", "unknown_supplier"):
        return complete(f"Not paid, goes back with a letter (term 2): {detail}.")
    if rule in ("same_number", "same_amount"):
        return complete(f"Kept out of the payment run until a person has looked at both (term 6): {detail}.")
    if rule == "wrong_sum":
        if abs(finding["off_by"]) <= Decimal("0.02"):
            return complete(f"Paid as it is, the difference is noted (term 5): {detail}.")
        return complete(f"Not paid, the difference is too large (term 5): {detail}.")
    gross, limit = finding["gross"], finding["limit"]
    if gross > 1_000 * limit:
        reason = f"{gross:,.2f} {finding['currency']} is {gross / limit:,.0f} times the limit of {limit:,.0f}: this is no amount. The supplier has to send the invoice again."
        return f"call fail_case {json.dumps({'reason': reason})}\nsay {reason}"
    question = f"{finding['number']} of {finding['supplier']}: pay {gross:,.2f} {finding['currency']}, above the limit of {limit:,.0f} (term 3)?"
    note = {"note": "Decided by a second person (term 3); the run has the answer."}
    return f'ask "{question}" options: Pay it, Keep it back\ncall complete_case {json.dumps(note)}\nsay Noted.'


case = claimed["case"]
print(decide(json.loads(case["data"], parse_float=Decimal)) if case else "say No case is waiting.")
