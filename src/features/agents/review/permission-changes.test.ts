import { expect, test } from "vitest";
import type { AccessEntry } from "#contract/agents/access.ts";
import { permissionsBeyond } from "./permission-changes.ts";

const queue = (detail: string): AccessEntry => ({ kind: "queue", id: "q", name: "Refunds", detail });
const login = (detail: string): AccessEntry => ({ kind: "login", id: "l", name: "bank.example.com", detail });
const python: AccessEntry = { kind: "tool", id: "python", name: "python", detail: "runs programs" };
const names = (entries: AccessEntry[], others: AccessEntry[]) => permissionsBeyond(entries, others).map(({ name }) => name);

test("a permission is new by what it is about, and by what may be done with a queue, a file or an agent", () => {
  expect(names([python, queue("handles cases")], [])).toEqual(["Python", "Queue Refunds"]);
  expect(names([queue("adds and handles cases")], [queue("handles cases")])).toEqual(["Queue Refunds"]);
  expect(names([queue("handles cases")], [queue("handles cases"), python])).toEqual([]);
});

test("a login that somebody has to agree to again is no new one", () => {
  expect(names([login("signs in, suspended until you agree")], [login("signs in, in runs that you start")])).toEqual([]);
});
