import { afterAll, beforeAll, expect, it } from "vitest";
import { respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { getRun } from "#contract/runs/runs.ts";
import { z } from "#contract/zod.ts";
import { OutcomeUnknown, ToolError, tool } from "./tool.ts";
import { agentWith, brief, messagesOf, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

const effects: string[] = [];
let service: TestService;
beforeAll(async () => {
  const outside = tool({
    name: "send",
    type: "mcp",
    effect: "outside",
    description: "Send something.",
    parameters: z.strictObject({ to: z.string() }),
    async execute({ to }) {
      if (to === "nobody") throw new ToolError("There is nobody.");
      if (to === "silence" && !effects.includes(to)) {
        effects.push(to);
        throw new OutcomeUnknown("The other side fell silent.");
      }
      return { sent: effects.push(to) };
    },
  });
  service = await startService({ engine: { tools: [outside] } });
});
afterAll(() => service.close());

/** A run as a crash leaves it: the model called, the intent is stored, the result is not. */
async function cutOff(to: string, name = "send") {
  const agent = await agentWith(service, scripted('approve "Send it?"', `call send {"to": "${to}"}`, "say {{last}}"));
  const run_id = await startRunOf(service, agent.id, { message: "Go" });
  await settled(service, run_id);
  const { rows } = await service.pool.query("select count(*)::int as n from run_messages where run_id = $1", [run_id]);
  const n = rows[0].n as number;
  await service.pool.query("update human_requests set cancelled_at = now() where run_id = $1", [run_id]);
  await service.pool.query(
    "insert into run_messages (id, run_id, seq, type, role, tool_call_id, tool_name, tool_result, turn) select gen_random_uuid(), $1, $2::int, 'tool_result', 'tool', tool_call_id, 'ask_person', '{\"value\":true}', 0 from run_messages where run_id = $1 and type = 'tool_call'",
    [run_id, n],
  );
  await service.pool.query(
    "insert into run_messages (id, run_id, seq, type, role, tool_call_id, tool_name, tool_arguments, turn) values (gen_random_uuid(), $1, $2::int, 'tool_call', 'assistant', 'c2', $4, $3, 2)",
    [run_id, n + 1, { to }, name],
  );
  await service.pool.query("insert into tool_intents (run_id, tool_call_id) values ($1, 'c2')", [run_id]);
  await service.pool.query(
    "update runs set status = 'running', lease = lease + 1, next_attempt_at = now(), message_count = $2::int where id = $1",
    [run_id, n + 2],
  );
  expect((await settled(service, run_id)).status).toBe("waiting");
  const { pending_human_request } = await service.ok(getRun, { params: { run_id } });
  expect(pending_human_request).toMatchObject({ title: `Outcome unknown: ${name}`, type: "question" });
  const choose = async (choice: string) => {
    await service.ok(respondToHumanRequest, {
      params: { run_id, request_id: pending_human_request?.id ?? "" },
      body: { answers: { [`Outcome unknown: ${name}`]: choice } },
    });
    return settled(service, run_id);
  };
  return { run_id, choose, request_id: pending_human_request?.id ?? "" };
}

it("never repeats a call that may have reached the other side", async () => {
  const { run_id, choose, request_id } = await cutOff("nobody");
  await service.fails(
    respondToHumanRequest,
    { params: { run_id, request_id }, body: { answers: { "Outcome unknown: send": "Maybe" } } },
    "invalid_request",
  );
  expect((await choose("Count as done")).status).toBe("completed");
  expect(effects).not.toContain("nobody");
  expect(brief(await messagesOf(service, run_id))).toContain(
    'tool tool_result: {"done":true,"note":"A person found that this took effect."}',
  );
});

it("repeats it when a person says so", async () => {
  const { choose } = await cutOff("somebody");
  expect((await choose("Retry")).status).toBe("completed");
  expect(effects.filter((e) => e === "somebody")).toHaveLength(1);
});

it("asks about a call whose tool is no longer there", async () => {
  const { run_id, choose } = await cutOff("somebody", "vanished");
  expect((await choose("Retry")).status).toBe("completed");
  expect(brief(await messagesOf(service, run_id))).toContain("tool tool_result: There is no tool vanished here.");
});

it("asks about a call that got no answer, and repeats it for nobody but a person", async () => {
  const agent = await agentWith(service, scripted('call send {"to": "silence"}', "say {{last}}"));
  const run_id = await startRunOf(service, agent.id);
  expect((await settled(service, run_id)).status).toBe("waiting");
  const { pending_human_request: asked } = await service.ok(getRun, { params: { run_id } });
  expect(asked).toMatchObject({
    title: "Outcome unknown: send",
    description: expect.stringContaining("The other side fell silent.") as string,
  });
  expect(effects.filter((to) => to === "silence")).toHaveLength(1);
  const body = { answers: { "Outcome unknown: send": "Retry" } };
  await service.ok(respondToHumanRequest, { params: { run_id, request_id: asked?.id ?? "" }, body });
  expect((await settled(service, run_id)).status).toBe("completed");
  expect(effects.filter((to) => to === "silence")).toHaveLength(2);
});

it("stops when a person says so", async () => {
  const { choose } = await cutOff("stopped");
  expect((await choose("Stop the run")).status).toBe("interrupted");
  expect(effects).not.toContain("stopped");
});

it("makes every result of a tool fit the store", async () => {
  const agent = await agentWith(
    service,
    scripted(
      'call write_file {"path": "odd.txt", "content": "a\\\\u0041 \\ud800 \\u0007"}',
      'call read_file {"path": "odd.txt"}',
      "say {{last}}",
    ),
  );
  const run = await settled(service, await startRunOf(service, agent.id, { message: "x" }));
  expect(run.status).toBe("completed");
});

it("what failed for a reason is not in doubt afterwards", async () => {
  const agent = await agentWith(service, scripted('call send {"to": "nobody"}', "say {{last}}"));
  const { id } = await settled(service, await startRunOf(service, agent.id), ["completed"]);
  expect(brief(await messagesOf(service, id)).at(-2)).toBe("assistant text: There is nobody.");
  expect((await service.pool.query("select 1 from tool_intents where run_id = $1", [id])).rowCount).toBe(0);
});
