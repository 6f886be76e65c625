import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteAgent } from "#contract/agents/agents.ts";
import type { Config } from "#contract/agents/config.ts";
import { updateRevision } from "#contract/agents/revisions.ts";
import { respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { postRunMessage } from "#contract/runs/messages.ts";
import { getRun, getRunDetails, stopRun } from "#contract/runs/runs.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import { agentWith, brief, messagesOf, python, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { comes } from "#server/testing/patience/comes.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

interface Peers {
  handoverTargetIds?: string[];
  handoverTo?: string;
  subAgentIds?: string[];
}

/** An agent whose live revision names others. */
async function naming(config: Config, peers: Peers): Promise<string> {
  const { id, buildId } = await agentWith(service, config);
  await service.ok(updateRevision, { params: { build_id: buildId }, body: peers });
  return id;
}
const agent = async (...steps: string[]) => (await agentWith(service, scripted(...steps))).id;
const handOver = (id: string, message = "Take {{message}}") => `call request_handover {"agent": "${id}", "message": "${message}"}`;
const ask = (id: string, message = "{{message}}") => `call ask_agent {"agent": "${id}", "message": "${message}"}`;
const transcript = async (runId: string) => brief(await messagesOf(service, runId));

async function onlyChild(run: RunDetails): Promise<RunDetails> {
  expect(run.children).toHaveLength(1);
  return settled(service, run.children[0]?.id ?? "");
}
async function answer(run_id: string, approved: boolean): Promise<void> {
  const { pending_human_request } = await service.ok(getRun, { params: { run_id } });
  await service.ok(respondToHumanRequest, { params: { run_id, request_id: pending_human_request?.id ?? "" }, body: { approved } });
}

describe("request_handover", () => {
  test("ends the run and starts one of the target with nothing but the message", async () => {
    const target = await agent("say Got {{message}}");
    const source = await naming(scripted(handOver(target), "say never"), { handoverTargetIds: [target] });
    const run = await settled(service, await startRunOf(service, source, { message: "the invoice" }));
    expect(run.status).toBe("completed");
    const child = await onlyChild(run);
    expect(child).toMatchObject({ source: "handover", status: "completed", agent_id: target, user_id: run.user_id });
    expect(child.parent).toMatchObject({ id: run.id, kind: "handover", tool_call_id: run.children[0]?.tool_call_id });
    expect(await transcript(child.id)).toEqual([
      "agent_run_created system: The run was created.",
      "user text: Take the invoice",
      "assistant text: Got Take the invoice",
      "session_completed system: The work is done.",
    ]);
    expect((await transcript(run.id)).slice(2)).toEqual([
      "assistant tool_call: request_handover",
      `tool tool_result: ${JSON.stringify({ agent: "Agent", run_id: child.id, run_number: 1 })}`,
      "handed_over system: Handed off to Agent, run 1.",
    ]);
  });

  test("an agent that is gone, has nothing live or was never named is a result that the model reads", async () => {
    const [gone, target] = [await agent("say Hello"), await agent("say Hello")];
    const source = await naming(scripted('approve "Go?"', handOver(gone), "say {{last}}"), { handoverTargetIds: [gone, target] });
    const waiting = await settled(service, await startRunOf(service, source));
    await service.ok(deleteAgent, { params: { agent_id: gone } });
    await answer(waiting.id, true);
    const run = await settled(service, waiting.id, ["completed"]);
    expect(run.children).toEqual([]);
    expect((await transcript(run.id)).join("\n")).toContain(`This revision names no agent ${gone}. It names: Agent (${target}).`);

    await service.pool.query("update revisions set status = 'historic' where agent_id = $1", [target]);
    const other = await naming(scripted(handOver(target), "say {{last}}"), { handoverTargetIds: [target] });
    const refused = await settled(service, await startRunOf(service, other));
    expect((await transcript(refused.id)).at(-2)).toBe("assistant text: Agent cannot take this work: it has no live revision.");
  });

  test("goes no further than its bound", async () => {
    const target = await agent("say Hello");
    const source = await naming(scripted('approve "Go?"', handOver(target), "say {{last}}"), { handoverTargetIds: [target] });
    const waiting = await settled(service, await startRunOf(service, source));
    await service.pool.query("update runs set hops = 50 where id = $1", [waiting.id]);
    await answer(waiting.id, true);
    const run = await settled(service, waiting.id, ["completed"]);
    expect((await transcript(run.id)).at(-2)).toBe("assistant text: This work was handed over 50 times already. It goes no further.");
  });
});

describe("handover_to", () => {
  test("the next agent begins by itself with the closing words, and once although the run goes on later", async () => {
    const next = await agent("say Read {{message}}");
    const source = await naming(scripted("say Total 12"), { handoverTo: next });
    const run = await settled(service, await startRunOf(service, source, { message: "Add up" }));
    const child = await onlyChild(run);
    expect(child).toMatchObject({ source: "handover", agent_id: next, parent: { id: run.id, tool_call_id: null } });
    expect(await transcript(child.id)).toContain("assistant text: Read Total 12");
    await service.ok(postRunMessage, { params: { run_id: run.id }, body: { message: "Again" } });
    const again = await settled(service, run.id, ["completed"]);
    expect(again.children.map((c) => c.id)).toEqual([child.id]);
  });

  test("a program passes on what it printed; failed work is not passed on", async () => {
    const next = await agent("say Read {{message}}");
    const source = await naming(python("import os\nprint('12 invoices')\nassert os.environ['RUN_MESSAGE'] == 'count'"), {
      handoverTo: next,
    });
    const child = await onlyChild(await settled(service, await startRunOf(service, source, { message: "count" })));
    expect(await transcript(child.id)).toContain("assistant text: Read 12 invoices");
    const failed = await settled(service, await startRunOf(service, source, { message: "other" }));
    expect([failed.status, failed.children]).toEqual(["failed", []]);
  });

  test("a next agent that cannot take over leaves the work done, and says so", async () => {
    const next = await agent("say Hello");
    await service.pool.query("update revisions set status = 'historic' where agent_id = $1", [next]);
    const run = await settled(service, await startRunOf(service, await naming(scripted("say Done"), { handoverTo: next })));
    expect([run.status, run.children]).toEqual(["completed", []]);
    expect((await transcript(run.id)).at(-1)).toBe("handover_failed system: Agent cannot take this work: it has no live revision.");
  });
});

test("a program hands over by the socket, once", async () => {
  const target = await agent("say Got {{message}}");
  const code = `import caseload
print(caseload.handover("${target}", "row 7")["run_number"])
try:
    caseload.handover("${target}", "row 8")
except caseload.CallError as error:
    print(error)`;
  const run = await settled(service, await startRunOf(service, await naming(python(code), { handoverTargetIds: [target] })));
  const lines = (await transcript(run.id)).join("\n");
  expect(lines).toContain("stdout text: 1\n");
  expect(lines.split("This run has handed off its work."), "as the call's result, and printed").toHaveLength(3);
  expect(await transcript((await onlyChild(run)).id)).toContain("assistant text: Got row 7");
});

describe("ask_agent", () => {
  test("the run waits without a worker for the other's answer and goes on with it", async () => {
    const helper = await agent('approve "Really?"', "say Answer to {{message}}");
    const source = await naming(scripted(ask(helper), "say They said: {{last}}"), { subAgentIds: [helper] });
    const id = await startRunOf(service, source, { message: "6 x 7" });
    const childId = await started(id);
    expect((await settled(service, childId)).status).toBe("waiting");
    const held = await service.pool.query("select status, worker_id, due_at from runs where id = $1", [id]);
    expect(held.rows[0]).toEqual({ status: "running", worker_id: null, due_at: null });
    await answer(childId, true);
    const run = await settled(service, id);
    expect(run).toMatchObject({ status: "completed", children: [{ id: childId, kind: "sub_agent", status: "completed" }] });
    expect(await transcript(id)).toContain("assistant text: They said: Answer to 6 x 7");
  });

  test("a failed or stopped one is an error that the model reads", async () => {
    const failing = await agent("fail No such customer");
    const source = await naming(scripted(ask(failing, "x"), "say {{last}}"), { subAgentIds: [failing] });
    const run = await settled(service, await startRunOf(service, source));
    expect((await transcript(run.id)).at(-2)).toBe("assistant text: Its run failed (run 1): No such customer");

    const waiting = await agent('approve "Wait?"');
    const other = await startRunOf(service, await naming(scripted(ask(waiting, "x"), "say {{last}}"), { subAgentIds: [waiting] }));
    const childId = await started(other);
    await settled(service, childId);
    await service.ok(stopRun, { params: { run_id: childId } });
    await settled(service, other, ["completed"]);
    expect((await transcript(other)).at(-2)).toBe("assistant text: Its run was stopped before it had an answer (run 1).");
  });

  test("one that was answered long ago and goes on by itself holds up nothing", async () => {
    const lasting = "import os, time\nprint('One')\ntime.sleep(600 if os.environ['RUN_MESSAGE'] == 'Last' else 0)";
    const { id: first } = await agentWith(service, python(lasting));
    const second = await agent('approve "Go?"', "say Two");
    const source = await naming(scripted(ask(first, "Once"), ask(second, "x"), "say {{last}}"), { subAgentIds: [first, second] });
    const runId = await startRunOf(service, source);
    const children = async () => (await service.ok(getRunDetails, { params: { run_id: runId } })).run.children;
    const statuses = async () => (await children()).map((child) => child.status).toSorted();
    await expect.poll(statuses).toEqual(["completed", "waiting"]);
    const asked = await children();
    const [answered = "", waiting = ""] = ["completed", "waiting"].map((status) => asked.find((child) => child.status === status)?.id);
    await service.ok(postRunMessage, { params: { run_id: answered }, body: { message: "Last" } });
    await answer(waiting, true);
    expect((await transcript((await settled(service, runId)).id)).at(-2)).toMatch(/^assistant text: .*Two/);
    expect(await statuses()).not.toEqual(["completed", "completed"]);
    await service.ok(stopRun, { params: { run_id: answered } });
  });

  test("stopping the run stops what it asked for, also further down", async () => {
    const last = await agent('approve "Wait?"');
    const middle = await naming(scripted(ask(last, "x")), { subAgentIds: [last] });
    const id = await startRunOf(service, await naming(scripted(ask(middle, "x")), { subAgentIds: [middle] }));
    const middleRun = await started(id);
    const lastRun = await started(middleRun);
    await settled(service, lastRun);
    await service.ok(stopRun, { params: { run_id: id } });
    for (const run of [id, middleRun, lastRun]) expect((await settled(service, run)).status).toBe("interrupted");
  });

  test("agents that ask each other come to an end", async () => {
    const first = await agentWith(service, scripted("say placeholder"));
    const second = await naming(scripted(ask(first.id, "x"), "say {{last}}"), { subAgentIds: [first.id] });
    const config = scripted(ask(second, "x"), "say {{last}}");
    await service.ok(updateRevision, { params: { build_id: first.buildId }, body: { config, subAgentIds: [second] } });
    const run = await settled(service, await startRunOf(service, first.id));
    const { rows } = await service.pool.query("select max(depth) as depth from runs where agent_id = any($1)", [[first.id, second]]);
    expect(rows[0].depth).toBe(5);
    expect((await transcript(run.id)).at(-2)).toBe("assistant text: Agents ask each other at most 5 deep. Do this part yourself.");
  });
});

/** The first run that another one has started. */
async function started(parentId: string): Promise<string> {
  const text = "select id from runs where parent_run_id = $1";
  return comes("A run of that run", async () => (await service.pool.query<{ id: string }>(text, [parentId])).rows[0]?.id);
}
