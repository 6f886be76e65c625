import { afterAll, expect, it } from "vitest";
import { createSandbox } from "./bubblewrap.ts";
import { mapping, python } from "./sandbox-fixture.ts";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

it("50 processes with 64,000 mappings each are too much memory", { timeout: 180_000 }, async () => {
  const { kind, durationMs } = await python(sandbox, mapping("0x22", 50, 64_000), { timeoutMs: 170_000 });
  process.stdout.write(`50 x 64,000 mappings: ${kind} after ${Math.round(durationMs / 1000)} s\n`);
  expect(kind).toBe("memory_exceeded");
});
