import { afterAll, beforeAll, expect, it } from "vitest";
import { recordVisit } from "#contract/teams/visits.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
let now = "";
beforeAll(async () => void (service = await startService({ clock: () => new Date(now) })));
afterAll(() => service.close());

const visit = async (at: string, as: "owner" | "member" = "owner") => {
  now = `2026-11-27T${at}:00.000Z`;
  return (await service.ok(recordVisit, { params: { teamId: service.teamId } }, { as })).since;
};

it("tells when the former visit ended, and the same as long as this one goes on", async () => {
  expect(await visit("08:00")).toBeNull();
  expect(await visit("08:30")).toBeNull();
  expect(await visit("09:01")).toBe("2026-11-27T08:30:00.000Z");
  for (const at of ["09:01", "09:31", "10:01"]) expect(await visit(at), at).toBe("2026-11-27T08:30:00.000Z");
  expect(await visit("10:32")).toBe("2026-11-27T10:01:00.000Z");
});

it("is of one person, and no clock that is behind ends a visit", async () => {
  expect(await visit("12:00", "member")).toBeNull();
  expect(await visit("11:20", "member")).toBeNull();
  expect(await visit("12:30", "member")).toBeNull();
  expect(await visit("12:30")).toBe("2026-11-27T10:32:00.000Z");
});

it("begins one visit where two devices come back at once", async () => {
  await visit("14:00");
  now = "2026-11-27T18:00:00.000Z";
  const both = await Promise.all([1, 2].map(() => service.ok(recordVisit, { params: { teamId: service.teamId } })));
  expect(both.map(({ since }) => since)).toEqual(["2026-11-27T14:00:00.000Z", "2026-11-27T14:00:00.000Z"]);
});
