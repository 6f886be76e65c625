import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgent, deleteAgent } from "#contract/agents/agents.ts";
import { type BuilderRunStatus } from "#contract/agents/builder-run.ts";
import {
  acceptRevisionGeneration,
  answerRevisionGeneration,
  cancelRevisionGeneration,
  declineRevisionGeneration,
  generateRevision,
  getRevisionGeneration,
  listOpenBuilderRuns,
  listRevisionGenerations,
} from "#contract/agents/builder-runs.ts";
import { getCodeBlob } from "#contract/agents/code-blobs.ts";
import type { Config } from "#contract/agents/config.ts";
import { createRevision, getRevision, listAgentRevisions, promoteRevision, updateRevision } from "#contract/agents/revisions.ts";
import { ModelFault, type ModelPort, type ModelRequest } from "#server/engine/models/port.ts";
import { python, scripted, agentWith, settled, startRunOf } from "#server/testing/agents.ts";
import { type CallOptions, type TestService, startService } from "#server/testing/service.ts";
import { comes } from "#server/testing/patience/comes.ts";

/** A provider's model as a test plays it: `reply` is called for each request. */
let reply: (request: ModelRequest) => AsyncIterable<never> | ReturnType<ModelPort["answer"]>;
const played: ModelPort = { answer: (request) => reply(request) };

let service: TestService;
beforeAll(async () => void (service = await startService({ engine: { models: { played } } })));
afterAll(() => service.close());

const before = "say Before";
async function draft(
  config: Config = scripted(before),
  options?: CallOptions,
): Promise<{ agentId: string; live: string; build_id: string }> {
  const { id, buildId } = await agentWith(service, config, options);
  const { build } = await service.ok(createRevision, { params: { agent_id: id }, body: { name: "Draft" } }, options);
  return { agentId: id, live: buildId, build_id: build.id };
}
const generate = async (build_id: string, prompt: string, more: { run_id?: string; conversation?: string; model?: string } = {}) =>
  (await service.ok(generateRevision, { params: { build_id }, body: { prompt, ...more } })).builder_run;
const read = (build_id: string) => service.ok(getRevisionGeneration, { params: { build_id } });
const configOf = async (agent_id: string, build_id: string) =>
  (await service.ok(getRevision, { params: { agent_id, build_id } })).build.config;

async function until(build_id: string, ...states: BuilderRunStatus[]) {
  let last: Awaited<ReturnType<typeof read>> | undefined;
  const look = async () => {
    const { builder_run, generation } = (last = await read(build_id));
    return builder_run && generation && states.includes(builder_run.status) ? { ...generation, ...builder_run } : undefined;
  };
  return comes(`A generation that is ${states.join(" or ")}`, look, { seen: () => last });
}
const reviewed = async (build_id: string, prompt: string, more = {}) => {
  await generate(build_id, prompt, more);
  return until(build_id, "waiting_for_approve");
};
const identity = (run: { id: string; started_at: string | null }) => ({ builder_run_id: run.id, expected_started_at: run.started_at });

describe("a generation", () => {
  test("asks, is answered, waits for review and is accepted without being activated", async () => {
    const { agentId, live, build_id } = await draft();
    expect(await read(build_id)).toEqual({ builder_run: null, generation: null });
    const started = await generate(
      build_id,
      'ask "Whom?" options: All, Late ones\nset instructions Remind {{answer}}.\\nBe kind.\nset temperature 0.2\nsay Reminds people',
    );
    expect(started).toMatchObject({ status: "not_started", build_id, started_at: null, completed_at: null });
    const asking = await until(build_id, "waiting_for_input");
    expect(asking).toMatchObject({
      id: started.id,
      questions: [{ question: "Whom?", options: [{ label: "All" }, { label: "Late ones" }] }],
      asked_by: { id: service.ids.owner },
      model: "scripted",
    });
    const answer = (answers: Record<string, string>) => ({ params: { build_id }, body: { builder_run_id: started.id, answers } });
    await service.fails(answerRevisionGeneration, answer({ "Who?": "All" }), "invalid_request");
    await service.fails(answerRevisionGeneration, answer({}), "invalid_request");
    await service.fails(acceptRevisionGeneration, { params: { build_id }, body: identity(asking) }, "not_reviewable");
    expect((await service.ok(answerRevisionGeneration, answer({ "Whom?": "Late ones" }))).builder_run.status).toBe("running");
    const review = await until(build_id, "waiting_for_approve");
    expect(review).toMatchObject({
      started_at: asking.started_at,
      questions: [],
      summary: "Reminds people",
      checkpoint_config: { data: { input: before } },
      proposed_config: { data: { input: "Remind Late ones.\nBe kind.", temperature: 0.2, model: "scripted" } },
    });
    expect(await configOf(agentId, build_id)).toEqual(review.proposed_config);
    await service.fails(answerRevisionGeneration, answer({ "Whom?": "All" }), "not_waiting");
    const accepted = await service.ok(acceptRevisionGeneration, { params: { build_id }, body: identity(review) });
    expect(accepted.builder_run).toMatchObject({ status: "completed", checkpoint_config: review.checkpoint_config });
    expect(accepted.builder_run.completed_at).not.toBeNull();
    expect(await configOf(agentId, build_id)).toEqual(review.proposed_config);
    expect((await read(build_id)).generation?.decision).toBe("accepted");
    const { build } = await service.ok(getRevision, { params: { agent_id: agentId, build_id: live } });
    expect(build.status).toBe("live");
    await service.fails(acceptRevisionGeneration, { params: { build_id }, body: identity(review) }, "not_reviewable");
  });

  test("is declined back to the checkpoint; a stale identity changes nothing", async () => {
    const { agentId, build_id } = await draft();
    const review = await reviewed(build_id, "set instructions say After");
    for (const endpoint of [acceptRevisionGeneration, declineRevisionGeneration]) {
      for (const expected_started_at of [null, new Date(Date.parse(review.started_at ?? "") - 1).toISOString()])
        await service.fails(endpoint, { params: { build_id }, body: { ...identity(review), expected_started_at } }, "stale_review");
      const stranger = (await reviewed((await draft()).build_id, "set temperature 1")).id;
      await service.fails(endpoint, { params: { build_id }, body: { ...identity(review), builder_run_id: stranger } }, "not_found");
    }
    expect(await until(build_id, "waiting_for_approve")).toEqual(review);
    expect(review).toMatchObject({ decided_by: null, decision_note: null });
    const note = " Too strict for suppliers abroad.\n";
    const decision = { params: { build_id }, body: { ...identity(review), note } };
    const declined = await service.ok(declineRevisionGeneration, decision, { as: "manager" });
    expect(declined.builder_run.status).toBe("completed");
    expect(await configOf(agentId, build_id)).toEqual(review.checkpoint_config);
    const decided_by = { id: service.ids.manager, name: expect.any(String) };
    const recorded = { decision: "declined", decided_by, decision_note: "Too strict for suppliers abroad." };
    expect((await read(build_id)).generation).toMatchObject({ ...recorded, proposed_config: review.proposed_config });
    const list = await service.ok(listRevisionGenerations, { params: { build_id }, query: {} });
    expect(list.generations).toMatchObject([{ ...recorded, asked_by: { id: service.ids.owner } }]);
    await service.fails(declineRevisionGeneration, { params: { build_id }, body: identity(review) }, "not_reviewable");
  });

  test("a further prompt takes the place of a review and keeps its checkpoint", async () => {
    const { agentId, build_id } = await draft();
    const first = await reviewed(build_id, "set instructions say First");
    const second = await reviewed(build_id, "set temperature 0.3");
    expect(second.id).not.toBe(first.id);
    expect(second).toMatchObject({
      checkpoint_config: { data: { input: before } },
      proposed_config: { data: { input: "say First", temperature: 0.3 } },
      replaced_config: first.proposed_config,
    });
    expect(first.replaced_config).toBeNull();
    await service.fails(acceptRevisionGeneration, { params: { build_id }, body: identity(first) }, "stale_review");
    await service.fails(declineRevisionGeneration, { params: { build_id }, body: identity(first) }, "stale_review");
    await service.fails(cancelRevisionGeneration, { params: { build_id }, body: { builder_run_id: first.id } }, "stale_review");
    await service.fails(
      answerRevisionGeneration,
      { params: { build_id }, body: { builder_run_id: first.id, answers: { a: "b" } } },
      "stale_review",
    );
    await service.ok(declineRevisionGeneration, { params: { build_id }, body: identity(second) });
    expect(await configOf(agentId, build_id)).toMatchObject({ data: { input: before } });
    // One that fails after it took the place of a review leaves nothing behind that nobody accepted.
    expect(await reviewed(build_id, "set instructions say Third")).toMatchObject({ replaced_config: null });
    await generate(build_id, "fail No idea");
    expect(await until(build_id, "failed")).toMatchObject({ failure: { code: "scripted_failure", message: "No idea" } });
    expect(await configOf(agentId, build_id)).toMatchObject({ data: { input: before } });

    const list = (limit: number, offset = 0) =>
      service.ok(listRevisionGenerations, { params: { build_id }, query: { limit, offset } }, { as: "member" });
    expect(await list(3)).toMatchObject({
      total: 4,
      generations: [
        { prompt: "fail No idea", status: "failed", summary: null, decision: null, asked_by: { id: expect.any(String) } },
        { prompt: "set instructions say Third", status: "cancelled", summary: expect.any(String), decision: null },
        { id: second.id, prompt: "set temperature 0.3", status: "completed", decision: "declined" },
      ],
    });
    expect((await list(3, 3)).generations).toMatchObject([{ id: first.id, status: "cancelled", decision: null }]);
  });

  test("holds the configuration of its draft until it is decided", async () => {
    const { build_id } = await draft();
    const id = (await generate(build_id, 'ask "Sure?"')).id;
    const params = { build_id };
    await service.fails(generateRevision, { params, body: { prompt: "set temperature 1" } }, "generation_active");
    await until(build_id, "waiting_for_input");
    await service.fails(generateRevision, { params, body: { prompt: "set temperature 1" } }, "generation_active");
    await service.fails(promoteRevision, { params, body: {} }, "generation_active");
    await service.fails(updateRevision, { params, body: { config: scripted("say Mine") } }, "generation_active");
    await service.ok(updateRevision, { params, body: { revision_name: "Spring" } });
    const { builder_run } = await service.ok(cancelRevisionGeneration, { params, body: { builder_run_id: id } });
    expect(builder_run).toMatchObject({ status: "cancelled", id });
    await service.fails(cancelRevisionGeneration, { params, body: { builder_run_id: id } }, "not_cancellable");
    await service.ok(promoteRevision, { params, body: {} });
  });

  test("of a live revision lands in a draft branched from it; a historic one takes none", async () => {
    const { agentId, live, build_id } = await draft();
    const run = await generate(live, "set instructions say Branched");
    const listed = async () => (await service.ok(listAgentRevisions, { params: { agent_id: agentId } })).builds;
    expect([live, build_id]).not.toContain(run.build_id);
    const review = await until(run.build_id, "waiting_for_approve");
    const builds = await listed();
    expect(builds[0]?.name).toBe("Generated from revision 1: set instructions say Branched");
    expect(builds.map((b) => b.open_generation)).toEqual(["waiting_for_approve", null, null]);
    expect(builds.map((b) => [b.id, b.status, b.parent_build_id])).toEqual([
      [run.build_id, "draft", live],
      [build_id, "draft", live],
      [live, "live", null],
    ]);
    expect(await configOf(agentId, live)).toMatchObject({ data: { input: before } });
    await service.ok(acceptRevisionGeneration, { params: { build_id: run.build_id }, body: identity(review) });
    expect((await listed())[0]?.open_generation).toBeNull();
    await service.ok(promoteRevision, { params: { build_id: run.build_id }, body: {} });
    await service.fails(generateRevision, { params: { build_id: live }, body: { prompt: "set temperature 1" } }, "historic_revision");
  });

  test("writes programs: one text, or a bundle whose unchanged files stay", async () => {
    const { build_id } = await draft(python("print(1)"));
    const digest = (text: string) => createHash("sha256").update(text).digest("hex");
    const files = (config: Config | null) => {
      const source = config && "source" in config.data ? config.data.source : undefined;
      const listed = (source?.kind === "files" ? source.bundle?.files : []) ?? [];
      return new Map(listed.map((f) => [f.path, f.sha256] as const).toSorted());
    };
    const inline = await reviewed(build_id, "set code print(2)\\nprint(3)");
    expect(inline.proposed_config).toMatchObject({ data: { language: "python", source: { kind: "inline", code: "print(2)\nprint(3)" } } });
    await service.ok(acceptRevisionGeneration, { params: { build_id }, body: identity(inline) });
    const joined = await reviewed(build_id, "write lib.py print(4)");
    expect([...files(joined.proposed_config)]).toEqual([
      ["lib.py", digest("print(4)")],
      ["main.py", digest("print(2)\nprint(3)")],
    ]);
    await service.ok(declineRevisionGeneration, { params: { build_id }, body: identity(joined) });
    const bundle = await reviewed(build_id, "write main.py import lib\nwrite lib.py print(4)\nstart python3 main.py");
    await service.ok(acceptRevisionGeneration, { params: { build_id }, body: identity(bundle) });
    const changed = await reviewed(build_id, "write lib.py print(5)");
    expect(files(changed.proposed_config).get("main.py")).toBe(files(bundle.proposed_config).get("main.py"));
    const sha256 = files(changed.proposed_config).get("lib.py") ?? "";
    expect(sha256).not.toBe(files(bundle.proposed_config).get("lib.py"));
    expect((await service.ok(getCodeBlob, { params: { teamId: service.teamId, sha256 } })).content).toBe("print(5)");
  });

  test("tells the model twice what is wrong, then fails with a sentence", async () => {
    const { agentId, build_id } = await draft();
    const mended = await reviewed(build_id, "break\nbreak\nset temperature 0.1");
    expect(mended.proposed_config).toMatchObject({ data: { temperature: 0.1 } });
    await service.ok(declineRevisionGeneration, { params: { build_id }, body: identity(mended) });
    await generate(build_id, "set temperature 9");
    const failed = await until(build_id, "failed");
    expect(failed.failure?.code).toBe("invalid_output");
    expect(failed.failure?.message).toMatch(/3 answers.*data\.temperature/);
    expect(await configOf(agentId, build_id)).toMatchObject({ data: { input: before } });
  });

  test("takes all lines of instructions, up to the next step", async () => {
    const { build_id } = await draft();
    const review = await reviewed(build_id, "set instructions # GOAL\n\nRemind people.\n\nset temperature 0.2");
    expect(review.proposed_config).toMatchObject({ data: { input: "# GOAL\n\nRemind people.", temperature: 0.2 } });
  });

  test("says how to set a model up where none answers", async () => {
    const { build_id } = await draft();
    await generate(build_id, "Write something useful");
    expect((await until(build_id, "failed")).failure).toMatchObject({
      code: "scripted_no_steps",
      message: expect.stringContaining("OPENAI_API_KEY"),
    });
    await generate(build_id, "Write something useful", { model: "gpt-5" });
    expect((await until(build_id, "failed")).failure).toMatchObject({
      code: "model_not_configured",
      message: expect.stringContaining("MODEL_BASE_URL"),
    });
  });

  test("shows a real model rules, draft, context and its own mistakes", async () => {
    const { agentId, build_id } = await draft();
    const runId = await startRunOf(service, agentId);
    await settled(service, runId);
    const seen: ModelRequest[] = [];
    reply = async function* (request) {
      seen.push(request);
      if (seen.length === 1) yield { type: "text", text: "Here is my idea." };
      else if (seen.length === 2) yield { type: "call", id: "a", name: "propose_configuration", arguments: { summary: "x", data: {} } };
      else yield { type: "call", id: "b", name: "propose_configuration", arguments: { summary: "Done", data: { model: "m", input: "i" } } };
    };
    const review = await reviewed(build_id, "Better, please", { model: "played", run_id: runId, conversation: "Louder." });
    expect(review).toMatchObject({ summary: "Done", context_run_id: runId, proposed_config: { data: { model: "m", input: "i" } } });
    const told = JSON.stringify(seen[0]?.instructions);
    for (const part of [before, "Louder.", "assistant text: Before", "“Agent”"]) expect(told).toContain(part);
    expect(seen[0]?.tools.map((t) => t.name)).toEqual(["propose_configuration", "ask_person"]);
    expect(seen.map((request) => request.turns.map((t) => t.role))).toEqual([
      ["user"],
      ["user", "assistant", "user"],
      ["user", "assistant", "user", "assistant", "tool"],
    ]);
    expect(JSON.stringify(seen[2]?.turns.at(-1))).toMatch(/data\.model/);
    await service.fails(
      generateRevision,
      { params: { build_id }, body: { prompt: "x", run_id: await startRunOf(service, (await draft()).agentId) } },
      "invalid_request",
    );
  });

  test("takes no configuration out of a call that cannot be read", async () => {
    const { build_id } = await draft();
    const seen: ModelRequest[] = [];
    reply = async function* (request) {
      seen.push(request);
      const name = "propose_configuration";
      if (seen.length === 1) yield { type: "unreadable_call", id: "a", name, raw: '{"summary":"H', error: "The arguments are cut." };
      else yield { type: "call", id: "b", name, arguments: { summary: "Whole", data: { model: "m", input: "i" } } };
    };
    expect(await reviewed(build_id, "Better, please", { model: "played" })).toMatchObject({ summary: "Whole" });
    expect(seen[1]?.turns.at(-1)).toEqual({
      role: "tool",
      results: [{ callId: "a", name: "propose_configuration", error: "The arguments are cut." }],
    });
  });

  test("says what it waits for: its model, and the next try with its reason", async () => {
    const begins = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const reason = "The model provider answered 429: Slow down.";
    reply = async function* () {
      await begins.promise;
      yield { type: "text", text: "Well," };
      await goesOn.promise;
      throw new ModelFault("provider_unavailable", reason, { transient: true, retryAfterMs: 100_000 });
    };
    const { build_id } = await draft();
    const { id } = await generate(build_id, "Take your time", { model: "played" });
    const waits = async () => (await read(build_id)).generation?.wait;
    await expect.poll(waits).toEqual({ for: "answer", since: expect.any(String) });
    const silent = await waits();
    begins.resolve();
    await expect.poll(waits).toEqual({ for: "more", since: expect.any(String) });
    expect(Date.parse((await waits())?.since ?? "")).toBeGreaterThan(Date.parse(silent?.since ?? ""));
    goesOn.resolve();
    await expect.poll(waits).toMatchObject({ for: "retry", attempt: 1, reason });
    const wait = await waits();
    if (wait?.for !== "retry") throw new Error("It waits for no try.");
    const after = (instant: string) => (Date.parse(instant) - Date.parse(wait.since)) / 1000;
    expect([after(wait.next_at), after(wait.gives_up_at)]).toEqual([100, 600]);
    await service.ok(cancelRevisionGeneration, { params: { build_id }, body: { builder_run_id: id } });
    expect(await waits()).toBeNull();
  });

  test("that is cancelled, or whose agent is deleted, ends at once and writes nothing later", async () => {
    const entered = Promise.withResolvers<ModelRequest>();
    const left = Promise.withResolvers<void>();
    reply = async function* ({ signal, ...request }) {
      entered.resolve({ signal, ...request });
      await new Promise<void>((done) => signal.addEventListener("abort", () => done(), { once: true }));
      left.resolve();
      yield { type: "call", id: "late", name: "propose_configuration", arguments: { summary: "Late", data: { model: "m", input: "i" } } };
    };
    const { agentId, build_id } = await draft();
    const { id } = await generate(build_id, "Take your time", { model: "played" });
    await entered.promise;
    expect((await read(build_id)).builder_run?.status).toBe("running");
    await service.ok(cancelRevisionGeneration, { params: { build_id }, body: { builder_run_id: id } });
    await left.promise;
    expect(await until(build_id, "cancelled")).toMatchObject({ proposed_config: null });
    expect(await configOf(agentId, build_id)).toMatchObject({ data: { input: before } });
    const other = await draft();
    const waits = await generate(other.build_id, 'ask "Sure?"');
    await until(other.build_id, "waiting_for_input");
    await service.ok(deleteAgent, { params: { agent_id: other.agentId } });
    const { rows } = await service.pool.query("select status from builder_runs where id = $1", [waits.id]);
    expect(rows).toEqual([{ status: "cancelled" }]);
  });
});

test("the list shows a Manager all that waits, a Builder what waits on own agents", async () => {
  const { agent } = await service.ok(
    createAgent,
    { params: { teamId: service.teamId }, body: { name: "Mine", build: { name: "First", config: scripted(before) } } },
    { as: "builder" },
  );
  const { build } = await service.ok(createRevision, { params: { agent_id: agent.id }, body: { name: "Draft" } }, { as: "builder" });
  const own = await reviewed(build.id, "set temperature 0.4\nsay Calmer");
  const other = await reviewed((await draft()).build_id, "set temperature 0.5");
  const list = async (as: "manager" | "builder" | "member") =>
    service.ok(listOpenBuilderRuns, { params: { teamId: service.teamId }, query: { limit: 100 } }, { as });
  const forBuilder = await list("builder");
  expect(forBuilder).toMatchObject({
    total: 1,
    builder_runs: [{ id: own.id, agent_name: "Mine", summary: "Calmer", revision_number: 2, status: "waiting_for_approve" }],
  });
  const ids = (await list("manager")).builder_runs.map((row) => row.id);
  expect(ids.indexOf(own.id)).toBeGreaterThanOrEqual(0);
  expect(ids.indexOf(other.id)).toBeGreaterThan(ids.indexOf(own.id));
  expect((await list("member")).total).toBe(0);
});
