import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteAgent } from "#contract/agents/agents.ts";
import { createSandbox } from "#contract/runs/sandboxes.ts";
import { getRun, getRunDetails, listRuns, listTeamRuns, startRun, startTeamRun, stopRun } from "#contract/runs/runs.ts";
import { agentWith, brief, messagesOf, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe("starting", () => {
  it("runs an agent from its message to its end", async () => {
    const agent = await agentWith(service, scripted("say You said: {{message}}"));
    const { run } = await service.ok(startRun, { body: { agent_id: agent.id, message: "Hello" } });
    expect(run).toMatchObject({
      agent_id: agent.id,
      build_id: agent.buildId,
      status: "pending",
      source: "api",
      human_in_the_loop_enabled: true,
    });
    const end = await settled(service, run.id);
    expect(end).toMatchObject({ status: "completed", title: "Hello", run_number: 1, failure: null });
    expect(brief(await messagesOf(service, run.id))).toEqual([
      "agent_run_created system: The run was created.",
      "user text: Hello",
      "assistant text: You said: Hello",
      "session_completed system: The work is done.",
    ]);
  });

  it("takes an agent without a live revision for what it is", async () => {
    const { agent } = await service.ok((await import("#contract/agents/agents.ts")).createAgent, {
      params: { teamId: service.teamId },
      body: { name: "Empty" },
    });
    await service.fails(startRun, { body: { agent_id: agent.id } }, "no_live_revision");
    await service.fails(startTeamRun, { params: { teamId: service.teamId }, body: { agent_id: agent.id } }, "no_live_revision");
  });

  it("knows agents of the addressed team only", async () => {
    const agent = await agentWith(service, scripted("say Hi"));
    await service.fails(startTeamRun, { params: { teamId: service.neighbourTeamId }, body: { agent_id: agent.id } }, "not_found", {
      as: "neighbour",
    });
    await service.fails(startTeamRun, { params: { teamId: service.teamId }, body: { agent_id: randomUUID() } }, "not_found");
  });

  it("refuses webhooks to private addresses", async () => {
    const agent = await agentWith(service, scripted("say Hi"));
    for (const webhook_url of [
      "http://127.0.0.1:9/",
      "http://[::1]/",
      "http://169.254.169.254/",
      "http://0x7f000001/",
      "http://localhost/",
    ]) {
      await service.fails(startRun, { body: { agent_id: agent.id, webhook_url } }, "outbound_refused");
      await service.fails(
        startTeamRun,
        { params: { teamId: service.teamId }, body: { agent_id: agent.id, webhook_url } },
        "outbound_refused",
      );
    }
  });

  it("refuses a sandbox that has expired", async () => {
    const agent = await agentWith(service, scripted("say Hi"));
    const { sandbox_id } = await service.ok(createSandbox, { body: { team_id: service.teamId } });
    await service.pool.query("update sandboxes set expires_at = now() - interval '1 hour' where id = $1", [sandbox_id]);
    await service.fails(startRun, { body: { agent_id: agent.id, sandbox_id } }, "sandbox_expired");
    await service.fails(startTeamRun, { params: { teamId: service.teamId }, body: { agent_id: agent.id, sandbox_id } }, "sandbox_expired");
  });
});

describe("stopping", () => {
  it("stops a run that waits, and is content when it has ended", async () => {
    const agent = await agentWith(service, scripted('ask "Which month?"', "say {{last}}"));
    const id = await startRunOf(service, agent.id);
    await settled(service, id);
    expect(await service.ok(stopRun, { params: { run_id: id } })).toEqual({ success: true });
    const again = await service.ok(stopRun, { params: { run_id: id } });
    expect(again.message).toContain("already ended");
    expect(await settled(service, id)).toMatchObject({ status: "interrupted", first_error_offset: null });
    expect(brief(await messagesOf(service, id)).slice(-2)).toEqual([
      "session_interrupted tool_result: The run was stopped before this call had a result.",
      "session_interrupted system: A person stopped the run.",
    ]);
  });

  it("interrupts what a deleted agent was doing and keeps its runs readable", async () => {
    const agent = await agentWith(service, scripted('approve "Go on?"'));
    const id = await startRunOf(service, agent.id);
    await settled(service, id);
    await service.ok(deleteAgent, { params: { agent_id: agent.id } });
    expect(await settled(service, id)).toMatchObject({ status: "interrupted", agent_deleted: true });
  });
});

describe("reading", () => {
  it("leaves a run with a word of a later version out of a list, and keeps the others", async () => {
    const agent = await agentWith(service, scripted("say Hi"));
    const [known, later] = [await startRunOf(service, agent.id), await startRunOf(service, agent.id)];
    for (const id of [known, later]) await settled(service, id);
    const summary = { passed: 1, total: 1, status: "of a later version" };
    await service.pool.query("update runs set eval_summary = $2 where id = $1", [later, JSON.stringify(summary)]);
    const query = { agent_id: agent.id };
    const listed = await service.ok(listTeamRuns, { params: { teamId: service.teamId }, query });
    expect([listed.data.map(({ id }) => id), listed.total]).toEqual([[known], 2]);
    expect((await service.ok(listRuns, { query })).data.map(({ id }) => id)).toEqual([known]);
  });

  it("shows a member their own runs only", async () => {
    const agent = await agentWith(service, scripted("say Hi"));
    const mine = await startRunOf(service, agent.id, {}, { as: "member" });
    const other = await startRunOf(service, agent.id, {}, { as: "colleague" });
    const list = await service.ok(
      listTeamRuns,
      { params: { teamId: service.teamId }, query: { user_id: service.ids.colleague, limit: "100" } },
      { as: "member" },
    );
    expect(list.data.map((r) => r.id)).toEqual([mine]);
    expect(list.total).toBe(1);
    for (const endpoint of [getRun, getRunDetails, stopRun] as const) {
      await service.fails(endpoint, { params: { run_id: other } }, "forbidden", { as: "member" });
    }
    await service.ok(getRun, { params: { run_id: other } }, { as: "manager" });
  });

  it("lists over all teams of a caller, or one of them", async () => {
    const all = await service.ok(listRuns, { query: {} });
    const one = await service.ok(listRuns, { query: { team_id: service.teamId } });
    expect(one.total).toBe(all.total);
    await service.fails(listRuns, { query: { team_id: service.strangerTeamId } }, "not_found");
    await service.fails(listRuns, { query: { team_id: service.teamId } }, "forbidden", { as: "clarity" });
    expect((await service.ok(listRuns, { query: {} }, { as: "stranger" })).data).toEqual([]);
  });
});
