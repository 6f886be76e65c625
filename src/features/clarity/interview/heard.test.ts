import { expect, it } from "vitest";
import { heardIn } from "./heard.ts";

const said = (at: number, answer: string, corrected = false) => ({ at, question: "And then?", answer, corrected });

it("hears each step once, with the answers that tell it, and no answer that was corrected", () => {
  const heard = heardIn([
    said(1, "It arrives by email."),
    said(3, "1. Clerk: check invoice in Ledger\n2. Owner: approve invoice"),
    said(5, "if total over 100: Owner: sign contract"),
    said(7, "1. Clerk: pay by cheque", true),
    said(9, "1. Clerk: check the invoice in Ledger"),
  ]);
  expect(heard.steps.map(({ title, role, at }) => [title, role, at])).toEqual([
    ["check invoice", "Clerk", [3, 9]],
    ["approve invoice", "Owner", [3]],
    ["sign contract", "Owner", [5]],
  ]);
  expect(heard).toMatchObject({ lines: 5, read: 4 });
});

it("hears nothing in prose, and says how much of it there was", () => {
  expect(heardIn([said(1, "First I look at it,\nthen I send it on.")])).toEqual({ steps: [], lines: 2, read: 0 });
});
