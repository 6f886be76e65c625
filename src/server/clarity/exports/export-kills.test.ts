import { afterAll, beforeAll, expect, it } from "vitest";
import { type ExportKills, startExportKills } from "./export-kills.cases.ts";

let kills: ExportKills;
beforeAll(async () => void (kills = await startExportKills()));
afterAll(() => kills.close());

it("makes one model when the service is killed while it waits for the answer to its file", async () => {
  expect(await kills.killAt(0)).toBe(true);
});

// Where they fall: the long proof takes each moment.
it.each([2, 6])("makes one model when the service is killed in write %i of an export", async (n) => {
  expect(await kills.killAt(n)).toBe(true);
});

it("makes one model when the answer is lost, and the service is killed where it notes that", async () => {
  expect(await kills.killAt(9, "silent")).toBe(true);
});
