import { Writable } from "node:stream";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Config } from "#contract/agents/config.ts";
import { ModelFault, type ModelPort } from "./port.ts";
import { agentWith, messagesOf, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

const config: Config = { version: "v1", data: { model: "weak", input: "You check invoices." } };
const reason = "The model provider answered 429.";

/** A model that is at fault this often before it answers, and asks to wait this long. */
function weakModel(faults: number, retryAfterMs?: number): { port: ModelPort; asked: () => number } {
  let asked = 0;
  return {
    asked: () => asked,
    port: {
      async *answer() {
        asked += 1;
        if (asked <= faults) throw new ModelFault("provider_unavailable", reason, { transient: true, retryAfterMs });
        yield { type: "text", text: "All is well." };
      },
    },
  };
}

describe("on a machine whose clock is two minutes behind", () => {
  const behindMs = 120_000;
  const model = weakModel(2, 900);
  const lines: { msg?: string; ahead_ms?: number }[] = [];
  let service: TestService;
  beforeAll(async () => {
    const now = Date.now;
    vi.spyOn(Date, "now").mockImplementation(() => now() - behindMs);
    const logTo = new Writable({
      write(line: Buffer, _encoding, done) {
        lines.push(JSON.parse(line.toString()) as (typeof lines)[number]);
        done();
      },
    });
    service = await startService({ clock: () => new Date(Date.now()), logTo, engine: { models: { weak: model.port } } });
  });
  afterAll(async () => {
    await service.close();
    vi.restoreAllMocks();
  });

  it("says at the start that the clocks differ", () => {
    const warned = lines.filter(({ ahead_ms }) => ahead_ms !== undefined);
    expect(warned).toMatchObject([{ level: 40, msg: expect.stringContaining("set both by the same time server") }]);
    expect(Math.abs((warned[0]?.ahead_ms ?? 0) + behindMs)).toBeLessThan(60_000);
  });

  it("tries again at the times of the store, and ends a run after it started", async () => {
    const runId = await startRunOf(service, (await agentWith(service, config)).id);
    const run = await settled(service, runId);
    expect(run.status).toBe("completed");
    expect(model.asked()).toBe(3);
    const told = (await messagesOf(service, runId)).filter(({ subtype }) => subtype === "retrying");
    // Each of the three is told by the store, at least as long after the one before as was asked for.
    const times = [...told.map(({ timestamp }) => timestamp), run.completed_at ?? ""].map((at) => Date.parse(at));
    expect(times.slice(1).map((at, i) => at - (times[i] ?? 0) >= 900)).toEqual([true, true]);
    expect(Date.parse(run.completed_at ?? "")).toBeGreaterThan(Date.parse(run.started_at ?? ""));
  });
});

describe("with MODEL_RETRY_FOR", () => {
  let service: TestService;
  afterEach(() => service.close());
  const failed = async (seconds: string, port: ModelPort) => {
    service = await startService({ env: { MODEL_RETRY_FOR: seconds }, engine: { models: { weak: port } } });
    return settled(service, await startRunOf(service, (await agentWith(service, config)).id));
  };

  it("gives up once its seconds are over, and says how often and how long it tried", async () => {
    const model = weakModel(Number.POSITIVE_INFINITY, 900);
    const { failure } = await failed("3", model.port);
    const said = /^Gave up after (\d+) tries in \d seconds?\. (.*)$/.exec(failure?.message ?? "");
    expect({ code: failure?.code, reason: said?.[2], tries: Number(said?.[1]) }).toEqual({
      code: "retries_exhausted",
      reason,
      tries: model.asked(),
    });
    expect(model.asked()).toBeGreaterThan(1);
  });

  it("gives up at once where nothing is to be waited out", async () => {
    const model = weakModel(Number.POSITIVE_INFINITY);
    expect((await failed("0", model.port)).failure).toEqual({ code: "retries_exhausted", message: `Gave up after one try. ${reason}` });
    expect(model.asked()).toBe(1);
  });
});
