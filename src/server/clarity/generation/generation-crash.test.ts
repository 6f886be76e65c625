import { afterAll, beforeAll, expect, it } from "vitest";
import { generating, talking } from "./kill-scenes.cases.ts";
import { type KillService, startKillService } from "./kills.cases.ts";

let kills: KillService;
beforeAll(async () => void (kills = await startKillService()));
afterAll(() => kills.close());

// Where they fall: the long proof takes each moment.
it.each([5, 13, 22])("ends in one draft when the service is killed in write %i of a generation", async (n) => {
  expect(await kills.killAt(n, generating)).toBe(true);
});

it.each([4, 9, 17])("ends in one answer when the service is killed in write %i of a conversation", async (n) => {
  expect(await kills.killAt(n, talking)).toBe(true);
});
