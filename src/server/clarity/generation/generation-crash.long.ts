import { ok } from "node:assert/strict";
import { afterAll, beforeAll, it } from "vitest";
import { report } from "#server/testing/proof.ts";
import { generating, talking } from "./kill-scenes.cases.ts";
import { type KillService, startKillService } from "./kills.cases.ts";

let kills: KillService;
beforeAll(async () => void (kills = await startKillService()));
afterAll(() => kills.close());

const scenes = { generation: generating, conversation: talking };

it.each(["generation", "conversation"] as const)("survives a kill in each write of a %s", async (what) => {
  let n = 1;
  while (await kills.killAt(n, scenes[what])) n += 1;
  report(`a ${what} has ${n - 1} moments of writing: killed in each`);
  ok(n > 10);
});
