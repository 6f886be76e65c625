import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { lastMoved, saidBy } from "./pending.ts";

test("what a process says is a move of the test that waits for it", async () => {
  const before = lastMoved();
  const child = spawn(process.execPath, ["-e", 'console.log("out"); console.error("err")'], { stdio: ["ignore", "pipe", "pipe"] });
  const said = saidBy(child);
  await once(child, "close");
  expect(said()).toMatch(/out[^]*err|err[^]*out/);
  expect(lastMoved()).toBeGreaterThan(before);
});
