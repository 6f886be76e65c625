import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { listRunSteps } from "#contract/runs/run-steps.ts";
import { maxStretches, type RunStretch, stretchKinds, timeUnits } from "#contract/runs/run-time.ts";
import { getRunDetails } from "#contract/runs/runs.ts";
import { agentWith, messagesOf, python, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { inUnits, type Stretch, stretchesOf, type TimedMessage, type TimedRun, type TimedWait } from "./run-time.ts";

const run: TimedRun = { created: 0, started: 100, ended: 1000, pending: false, program: false };
const message = (seq: number, at: number, more: Partial<TimedMessage>): TimedMessage => ({
  seq,
  at,
  type: "text",
  role: "assistant",
  subtype: null,
  tool_call_id: null,
  tool_name: null,
  ...more,
});
const created = message(0, 0, { type: "system", role: "system", subtype: "agent_run_created" });
const call = (seq: number, at: number, id: string) => message(seq, at, { type: "tool_call", tool_call_id: id, tool_name: "read_file" });
const result = (seq: number, at: number, id: string) => message(seq, at, { type: "tool_result", role: "tool", tool_call_id: id });
const person = (seq: number, at: number) => message(seq, at, { role: "user" });
const system = (seq: number, at: number, subtype: string) => message(seq, at, { type: "system", role: "system", subtype });
const brief = (all: readonly Stretch[]) => all.map(({ kind, name, since, until, seq }) => [kind, name, since, until, seq]);

describe("the time of a run by its messages", () => {
  it("is its model's until an answer, a tool's until its result, and a place's before it started", () => {
    const log = [created, person(1, 0), call(2, 300, "a"), result(3, 450, "a"), message(4, 1000, {})];
    expect(brief(stretchesOf(run, log, [], 5000))).toEqual([
      ["place", null, 0, 100, 0],
      ["model", null, 100, 300, 2],
      ["tool", "read_file", 300, 450, 2],
      ["model", null, 450, 1000, 4],
    ]);
  });
  it("is a person's while something is asked, those at once counted once, and then the other agent's", () => {
    const log = [created, call(1, 200, "a"), call(2, 200, "b"), result(3, 700, "b"), result(4, 800, "a"), message(5, 1000, {})];
    const waits: TimedWait[] = [
      { kind: "approval", name: "Send it?", call: "a", since: 210, until: 400 },
      { kind: "question", name: "Which?", call: "b", since: 300, until: 500 },
      { kind: "sub_agent", name: "Clerk", call: "b", since: 450, until: 700 },
    ];
    expect(brief(stretchesOf(run, log, waits, 5000))).toEqual([
      ["place", null, 0, 100, 0],
      ["model", null, 100, 200, 1],
      ["tool", "read_file", 200, 210, 2],
      ["approval", "Send it?", 210, 400, 1],
      ["question", "Which?", 400, 500, 2],
      ["sub_agent", "Clerk", 500, 700, 2],
      ["tool", "read_file", 700, 800, 1],
      ["model", null, 800, 1000, 5],
    ]);
  });
  it("has a gap between an end and the message with which a run goes on, and none for a message in between", () => {
    const log = [created, message(1, 200, {}), system(2, 200, "session_completed"), person(3, 600), person(4, 700), message(5, 1000, {})];
    expect(brief(stretchesOf(run, log, [], 5000)).slice(1)).toEqual([
      ["model", null, 100, 200, 1],
      ["model", null, 600, 1000, 5],
    ]);
  });
  it("waits for the next try after a fault, and lasts while the run does", () => {
    const log = [created, system(1, 300, "retrying")];
    const open = { ...run, ended: null, pending: true };
    const all = stretchesOf(open, log, [], 900);
    expect(brief(all).slice(1)).toEqual([
      ["model", null, 100, 300, 1],
      ["retry", null, 300, 900, 1],
    ]);
    expect(all.map((stretch) => stretch.open)).toEqual([false, false, true]);
    const asked: TimedWait = { kind: "approval", name: "Send it?", call: "a", since: 400, until: null };
    expect(stretchesOf(open, [created, call(1, 400, "a")], [asked], 900).at(-1)).toMatchObject({
      kind: "approval",
      until: 900,
      open: true,
    });
    expect(brief(stretchesOf({ ...open, started: null }, [created], [], 900))).toEqual([["place", null, 0, 900, 0]]);
  });
});

const anyLog = fc.array(fc.record({ gap: fc.nat(50), kind: fc.constantFrom("say", "call", "result", "person", "end", "retry") }), {
  maxLength: 60,
});
const anyWaits = fc.array(fc.record({ since: fc.nat(2000), took: fc.nat(300) }), { maxLength: 8 });

function logOf(steps: readonly { gap: number; kind: string }[]): TimedMessage[] {
  let at = 100;
  const calls: string[] = [];
  const log: TimedMessage[] = [created];
  for (const { gap, kind } of steps) {
    at += gap;
    const seq = log.length;
    const id = kind === "result" ? calls.pop() : undefined;
    if (kind === "call") calls.push(`${seq}`);
    if (kind === "call") log.push(call(seq, at, `${seq}`));
    else if (kind === "result" && id !== undefined) log.push(result(seq, at, id));
    else if (kind === "person") log.push(person(seq, at));
    else if (kind === "end" && calls.length === 0) log.push(system(seq, at, "session_completed"));
    else log.push(kind === "retry" ? system(seq, at, "retrying") : message(seq, at, {}));
  }
  return log;
}

it("lies nowhere over itself, counts every moment that somebody waited, and says the same in as many units as a picture has room for", () => {
  fc.assert(
    fc.property(anyLog, anyWaits, (steps, spans) => {
      const log = logOf(steps);
      const ended = (log.at(-1)?.at ?? 0) + 100;
      const waits = spans
        .map(({ since, took }): TimedWait => ({ kind: "question", name: "Which?", call: null, since, until: since + took }))
        .toSorted((a, b) => a.since - b.since);
      const all = stretchesOf({ ...run, ended }, log, waits, 0);
      all.slice(1).forEach(({ since }, at) => expect(since).toBeGreaterThanOrEqual(all[at]?.until ?? 0));
      const moments = (of: (at: number) => boolean) => Array.from({ length: ended }, (_, at) => at).filter(of).length;
      const asked = (at: number) => waits.some(({ since, until }) => since <= at && at < (until ?? 0));
      const ms = (stretches: readonly Stretch[], kind?: string) =>
        stretches.reduce((sum, each) => sum + (kind === undefined || each.kind === kind ? each.ms : 0), 0);
      expect(ms(all, "question")).toBe(moments(asked));
      const units = inUnits(all);
      for (const kind of stretchKinds) expect(ms(units, kind)).toBe(ms(all, kind));
      expect(units.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
      expect(units.length).toBeLessThanOrEqual(maxStretches);
    }),
  );
});

it("has a bound however many messages there are", () => {
  const log = [created, ...Array.from({ length: 9000 }, (_, at) => (at % 2 === 0 ? call : result)(at + 1, 101 + at, `${at - (at % 2)}`))];
  const units = inUnits(stretchesOf({ ...run, ended: 9200 }, log, [], 0));
  expect(units.length).toBeLessThan(5 * timeUnits);
  expect(units.length).toBeGreaterThan(timeUnits);
  expect(units.reduce((sum, { ms }) => sum + ms, 0)).toBe(9200);
});

describe("over the API", () => {
  let service: TestService;
  beforeAll(async () => void (service = await startService()));
  afterAll(() => service.close());
  const timeOf = async (run_id: string) => (await service.ok(listRunSteps, { params: { run_id } })).time;
  const told = (stretches: readonly RunStretch[]) => [...new Set(stretches.map(({ kind }) => kind))].toSorted();

  it("says what a run waits for until it is answered, and where the transcript says so", async () => {
    const agent = await agentWith(service, scripted("call list_files {}", 'approve "Send the notice?"', "say Done"));
    const { id } = await settled(service, await startRunOf(service, agent.id));
    const asked = (await timeOf(id)).at(-1);
    expect(asked).toMatchObject({ kind: "approval", name: "Send the notice?", ended_at: null });
    const { human_requests } = await service.ok(getRunDetails, { params: { run_id: id } });
    await service.pool.query("update human_requests set created_at = created_at - interval '2 hours' where run_id = $1", [id]);
    await service.pool.query("update run_messages set created_at = created_at - interval '2 hours' where run_id = $1", [id]);
    await service.pool.query(
      "update runs set created_at = created_at - interval '2 hours', started_at = started_at - interval '2 hours' where id = $1",
      [id],
    );
    await service.ok(respondToHumanRequest, { params: { run_id: id, request_id: human_requests[0]?.id ?? "" }, body: { approved: true } });
    await settled(service, id, ["completed"]);
    const stretches = await timeOf(id);
    const { run: details } = await service.ok(getRunDetails, { params: { run_id: id } });
    const waited = stretches.filter(({ kind }) => kind === "approval").reduce((sum, { ms }) => sum + ms, 0);
    expect(Math.abs(waited - details.waited_ms)).toBeLessThanOrEqual(1);
    expect(waited).toBeGreaterThanOrEqual(7_200_000);
    expect([stretches[0]?.started_at, stretches.at(-1)?.ended_at]).toEqual([details.created_at, details.completed_at]);
    const { message_offset } = stretches.find(({ kind }) => kind === "approval") ?? { message_offset: -1 };
    expect((await messagesOf(service, id))[message_offset]?.tool_call?.name).toBe("ask_person");
  });

  it("is a program's where a run is one", async () => {
    const agent = await agentWith(service, python("print('hello')"));
    const { id } = await settled(service, await startRunOf(service, agent.id));
    expect(told(await timeOf(id))).toContain("program");
    expect(told(await timeOf(id))).not.toContain("model");
  });
});
