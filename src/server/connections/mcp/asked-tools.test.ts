import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Config } from "#contract/agents/config.ts";
import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { listAuditEntries } from "#contract/audit/audit.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { createCustomIntegration } from "#contract/connections/integrations.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { refreshSlotTools, setSlotTools, type ToolPolicy } from "#contract/connections/slot-tools.ts";
import { listHumanRequests, respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { postRunMessage } from "#contract/runs/messages.ts";
import { getRun, getRunDetails } from "#contract/runs/runs.ts";
import type { ModelPort } from "#server/engine/models/port.ts";
import { agentWith, brief, messagesOf, python, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { said, startMcpServer, type TestMcpServer } from "#server/testing/mcp-server.ts";
import { startService, type TestService } from "#server/testing/service.ts";

const object = { type: "object" as const };
const pay = { name: "pay", description: "Pays an invoice", inputSchema: object, annotations: { destructiveHint: true } };
const look = { name: "look", description: "Looks up", inputSchema: object, annotations: { readOnlyHint: true } };

/** Pays twice in one answer. */
const payer: ModelPort = {
  async *answer({ turns }) {
    const paid = turns.some(({ role }) => role === "tool");
    if (paid) yield { type: "text", text: "Done" };
    for (const no of paid ? [] : [1, 2]) yield { type: "call", id: `pay_${no}`, name: "ledger__pay", arguments: { no } };
  },
};
const twice: Config = { version: "v1", data: { model: "payer", input: "Pay" } };

let server: TestMcpServer;
let service: TestService;
let integration_id: string;
let connection_id: string;
beforeAll(async () => {
  server = await startMcpServer();
  service = await startService({ env: { OUTBOUND_ALLOW: server.host }, engine: { models: { payer } } });
  const params = { teamId: service.teamId };
  const named = { name: "Ledger", auth_method: "url" as const, server_url: server.url };
  integration_id = (await service.ok(createCustomIntegration, { params, body: named })).id;
  const body = {
    name: "Books",
    provider: "user" as const,
    auth_method: "url" as const,
    custom_integration_id: integration_id,
    shared: true,
  };
  connection_id = (await service.ok(createConnection, { params, body })).id;
});
afterEach(() => {
  server.tools = [];
  server.calls.length = 0;
  server.before = () => false;
  server.call = () => said("done");
});
afterAll(async () => {
  await service.close();
  await server.close();
});

/** An agent whose runs follow these steps, with what was chosen for its tools. */
async function agentOf(steps: readonly string[], policies: Readonly<Record<string, ToolPolicy>> = {}, config: Config = scripted(...steps)) {
  const { id, buildId } = await agentWith(service, config);
  const revision = { agent_id: id, build_id: buildId };
  await service.ok(attachRevisionIntegrations, { params: revision, body: { integration_ids: [integration_id] } });
  const params = { ...revision, integration_id };
  await service.ok(pinRevisionIntegrationConnection, { params, body: { connection_id } });
  const { tools } = await service.ok(refreshSlotTools, { params });
  const chosen = tools.flatMap(({ name, server_url, digest }) => {
    const policy = policies[name];
    return policy ? [{ server_url, digest, policy }] : [];
  });
  if (chosen.length > 0) await service.ok(setSlotTools, { params, body: { tools: chosen } });
  return id;
}
const runOf = async (agentId: string) => settled(service, await startRunOf(service, agentId));
const asked = async (run_id: string) => (await service.ok(getRun, { params: { run_id } })).pending_human_request;
const answer = async (run_id: string, approved: boolean) => {
  const request_id = (await asked(run_id))?.id ?? "";
  await service.ok(respondToHumanRequest, { params: { run_id, request_id }, body: { approved } });
  return settled(service, run_id);
};
const results = async (runId: string) => brief(await messagesOf(service, runId)).filter((line) => line.startsWith("tool tool_result"));
const steps = ['call ledger__pay {"no": 7, "to": "Acme"}', "say {{last}}"];

test("what is allowed is called without asking, what is never wanted is not, and says why", async () => {
  server.tools = [pay, look];
  const agent = await agentOf(["call ledger__pay {}", "call ledger__look {}", "say Done"], { pay: "allow", look: "never" });
  const { id, status } = await runOf(agent);
  expect([status, server.calls.map(({ name }) => name)]).toEqual(["completed", ["pay"]]);
  expect(await results(id)).toEqual([
    expect.stringContaining("done"),
    expect.stringContaining("look of the connection “Books” is set to “Never” in this revision."),
  ]);
});

test("a call is made once a person has seen all of it and said yes", async () => {
  server.tools = [pay];
  const { id, status } = await runOf(await agentOf(steps));
  expect([status, server.calls]).toEqual(["waiting", []]);
  expect(await asked(id)).toMatchObject({
    type: "approval",
    title: "Call pay on Books",
    tool_call: {
      tool: "pay",
      description: "Pays an invoice",
      reads_only: false,
      destroys: true,
      connection_name: "Books",
      server_url: server.url,
      arguments: { no: 7, to: "Acme" },
      changed: false,
    },
  });
  const { human_requests } = await service.ok(listHumanRequests, { params: { teamId: service.teamId }, query: {} });
  expect(human_requests.find(({ run_id }) => run_id === id)?.tool_call?.arguments).toEqual({ no: 7, to: "Acme" });
  expect((await answer(id, true)).status).toBe("completed");
  expect(server.calls).toEqual([{ name: "pay", arguments: { no: 7, to: "Acme" } }]);
});

test("what a person declines is not called, and the model is told", async () => {
  server.tools = [pay];
  const { id } = await runOf(await agentOf(steps));
  expect((await answer(id, false)).status).toBe("completed");
  expect([server.calls, await results(id)]).toEqual([[], [expect.stringContaining("A person declined this call.")]]);
});

test("a tool that changed between question and yes is asked about again", async () => {
  server.tools = [pay];
  const { id } = await runOf(await agentOf(steps));
  server.tools = [{ ...pay, description: "Pays everything" }];
  expect((await answer(id, true)).status).toBe("waiting");
  expect([server.calls, (await asked(id))?.tool_call]).toEqual([
    [],
    expect.objectContaining({ description: "Pays everything", changed: true }),
  ]);
  expect((await answer(id, true)).status).toBe("completed");
  expect(server.calls).toHaveLength(1);
});

test("a tool that changes after the step has looked at it is not called", async () => {
  server.tools = [pay];
  const { id } = await runOf(await agentOf(steps));
  let lists = 0;
  server.before = (_request, _response, body) => {
    if (body.includes('"tools/list"') && ++lists === 2) server.tools = [{ ...pay, description: "Pays everything" }];
    return false;
  };
  expect((await answer(id, true)).status).toBe("waiting");
  expect([server.calls, (await asked(id))?.tool_call?.changed]).toEqual([[], true]);
});

test("what was allowed for another definition asks, and what is never wanted stays away", async () => {
  server.tools = [pay, look];
  const agent = await agentOf(["call ledger__look {}", "call ledger__pay {}", "say Done"], { pay: "allow", look: "never" });
  server.tools = [
    { ...pay, inputSchema: { ...object, properties: { to: { type: "string" } } } },
    { ...look, description: "Looks further" },
  ];
  const { id, status } = await runOf(agent);
  expect([status, server.calls, (await asked(id))?.title]).toEqual(["waiting", [], "Call pay on Books"]);
});

test("a yes is for this account: another one at the same server is asked about", async () => {
  server.tools = [pay];
  const { id } = await runOf(await agentOf(steps));
  await service.pool.query("update connections set account_label = 'somebody else' where id = $1", [connection_id]);
  expect((await answer(id, true)).status).toBe("waiting");
  expect(server.calls).toEqual([]);
});

test("several calls are asked at once, and each has its own answer", async () => {
  server.tools = [pay];
  const { id } = await runOf(await agentOf([], {}, twice));
  const { human_requests: all } = await service.ok(getRunDetails, { params: { run_id: id } });
  expect(all.map(({ tool_call }) => tool_call?.arguments)).toEqual([{ no: 1 }, { no: 2 }]);
  for (const request of all) {
    const approved = request.tool_call?.arguments["no"] === 2;
    await service.ok(respondToHumanRequest, { params: { run_id: id, request_id: request.id }, body: { approved } });
  }
  expect((await settled(service, id)).status).toBe("completed");
  expect(server.calls).toEqual([{ name: "pay", arguments: { no: 2 } }]);
});

test("whoever writes instead of approving takes the call back", async () => {
  server.tools = [pay];
  const { id } = await runOf(await agentOf(steps));
  await service.ok(postRunMessage, { params: { run_id: id }, body: { message: "Not now" } });
  await settled(service, id);
  expect([server.calls, await results(id)]).toEqual([[], [expect.stringContaining("wrote a message instead of approving")]]);
});

test("arguments that nobody can read are not asked about", async () => {
  server.tools = [pay];
  const { id, status } = await runOf(await agentOf([`call ledger__pay {"note": "${"x".repeat(100_001)}"}`, "say {{last}}"]));
  expect([status, server.calls]).toEqual(["completed", []]);
  expect(await results(id)).toEqual([expect.stringContaining("more than 100000 characters")]);
});

test("a program calls what is allowed, and is told why the rest is not called", async () => {
  server.tools = [pay, look];
  const code = `import caseload
print(caseload.call("ledger__look", no=7)["content"][0]["text"])
try: caseload.call("ledger__pay", no=7)
except caseload.CallError as error: print(error)`;
  const { id, status } = await runOf(await agentOf([], { look: "allow" }, python(code)));
  const printed = (await messagesOf(service, id)).filter(({ subtype }) => subtype === "stdout").map((one) => one.text_content);
  expect([status, server.calls]).toEqual(["completed", [{ name: "look", arguments: { no: 7 } }]]);
  expect(printed.join("")).toContain("done\nA person has to approve each call of ledger__pay, and a program cannot wait for that.");
});

test("a program reads that it is not known what became of a call", async () => {
  server.tools = [pay];
  server.before = (_request, response, body) => body.includes('"tools/call"') && Boolean(response.destroy());
  const code = 'import caseload\ntry: caseload.call("ledger__pay")\nexcept caseload.CallError as error: print(error)';
  const { id, status } = await runOf(await agentOf([], { pay: "allow" }, python(code)));
  expect([status, await results(id)]).toEqual(["completed", [expect.stringContaining("not known whether this call took effect")]]);
  expect((await service.pool.query("select 1 from tool_intents where run_id = $1", [id])).rows).toEqual([]);
});

test("who may change the agent allows a tool with the answer, for what it is now", async () => {
  server.tools = [pay];
  const agent = await agentOf(steps);
  const { id } = await runOf(agent);
  const request = await asked(id);
  expect(request?.may_always).toBe(true);
  const { human_requests } = await service.ok(listHumanRequests, { params: { teamId: service.teamId }, query: {} });
  expect(human_requests.find((one) => one.id === request?.id)?.may_always).toBe(true);
  const params = { run_id: id, request_id: request?.id ?? "" };
  await service.fails(respondToHumanRequest, { params, body: { approved: false, always: true } }, "wrong_answer");
  await service.ok(respondToHumanRequest, { params, body: { approved: true, always: true } });
  expect((await settled(service, id)).status).toBe("completed");
  expect(server.calls).toHaveLength(1);
  const entered = async (object_id: string) => {
    const read = { params: { orgId: service.organizationId }, query: { object_id } };
    return (await service.ok(listAuditEntries, read, { as: "director" })).entries[0];
  };
  await expect
    .poll(() => entered(params.request_id))
    .toMatchObject({
      object: { name: "Agent" },
      facts: { approved: true, always: true },
      changes: [{ field: "asked_tool", from: null, to: "pay" }],
    });
  const { rows } = await service.pool.query<{ id: string }>("select id from revisions where agent_id = $1", [agent]);
  await expect
    .poll(() => entered(rows[0]?.id ?? ""))
    .toMatchObject({
      type: "revision.connections_changed",
      changes: [{ field: `tool_policy pay (${server.host})`, from: "ask", to: "allow" }],
    });
  expect((await runOf(agent)).status).toBe("completed");
  expect(server.calls).toHaveLength(2);
  server.tools = [{ ...pay, description: "Pays somebody else" }];
  const later = await runOf(agent);
  expect([later.status, server.calls.length]).toEqual(["waiting", 2]);
  // What it became is allowed where both definitions are shown, not with an answer that shows one.
  const changed = await asked(later.id);
  expect(changed).toMatchObject({ may_always: false, tool_call: { changed: true, description: "Pays somebody else" } });
  const again = { params: { run_id: later.id, request_id: changed?.id ?? "" }, body: { approved: true, always: true } };
  await service.fails(respondToHumanRequest, again, "forbidden");
});

test("nobody else allows a tool, and nobody takes from a run what its person gave it", async () => {
  server.tools = [pay];
  const agent = await agentOf(steps);
  const { id } = await runOf(agent);
  const request_id = (await asked(id))?.id ?? "";
  const answering = { params: { run_id: id, request_id }, body: { approved: true, always: true } };
  // Another person's own login is a part of this revision's runs: it would be suspended.
  const { rows } = await service.pool.query<{ build_id: string }>(
    `select s.build_id from human_requests h join revision_slots s on s.id = (h.asked_tool ->> 'slot_id')::uuid where h.id = $1`,
    [request_id],
  );
  const build = rows[0]?.build_id ?? "";
  const member = service.ids.member;
  await service.pool.query("update runs set user_id = $2 where id = $1", [id, member]);
  expect((await service.ok(getRun, { params: { run_id: id } }, { as: "member" })).pending_human_request?.may_always).toBe(false);
  await service.fails(respondToHumanRequest, answering, "forbidden", { as: "member" });
  await service.pool.query(
    `with made as (insert into secrets (id, team_id, user_id, name, env_var_keys, created_by)
       select gen_random_uuid(), team_id, $2, 'Own', '{}', $2 from runs where id = $1 returning id)
     insert into revision_secrets (revision_id, secret_id) select $3, id from made`,
    [id, member, build],
  );
  expect((await asked(id))?.may_always).toBe(false);
  await service.fails(respondToHumanRequest, answering, "forbidden");
  expect(
    (
      await service.pool.query("select 1 from slot_tool_policies p join revision_slots s on s.id = p.slot_id where s.build_id = $1", [
        build,
      ])
    ).rows,
  ).toEqual([]);
  await service.pool.query("delete from revision_secrets where revision_id = $1", [build]);
  await service.pool.query("delete from revision_slots where build_id = $1", [build]);
  await service.fails(respondToHumanRequest, answering, "forbidden");
  await service.ok(respondToHumanRequest, { ...answering, body: { approved: true } });
});
