import { appendFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import type { Cost } from "./costs.ts";

// Around every file of tests, for the table at the end.
let began = 0;
let before = process.cpuUsage();
beforeAll(() => {
  began = performance.now();
  before = process.cpuUsage();
});
afterAll(() => {
  const { user, system } = process.cpuUsage(before);
  const file = relative(process.cwd(), expect.getState().testPath ?? "");
  const cost: Cost = { file, seconds: (performance.now() - began) / 1000, cpuSeconds: (user + system) / 1e6 };
  appendFileSync(join(process.env.TEST_COSTS ?? "", String(process.pid)), `${JSON.stringify(cost)}\n`);
});
