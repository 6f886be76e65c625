import { afterAll, beforeAll, expect, it } from "vitest";
import { stepHeadings } from "#contract/agents/step-headings.ts";
import { respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { postRunMessage } from "#contract/runs/messages.ts";
import { getRun } from "#contract/runs/runs.ts";
import { agentWith, brief, messagesOf, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

async function run(...steps: string[]) {
  const agent = await agentWith(service, scripted(...steps));
  return settled(service, await startRunOf(service, agent.id));
}

async function keptOf(runId: string): Promise<string[]> {
  const { rows } = await service.pool.query<{ position: number; step_id: string }>(
    "select position, step_id from run_steps where run_id = $1 and ended_at >= started_at order by position",
    [runId],
  );
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, i) => i));
  return rows.map(({ step_id }) => step_id);
}

it("reads headings of level 2 whose whole text is a step id, and no others", () => {
  const instructions = [
    "# step-title",
    "## step-check-invoice",
    "## step:ask",
    "## Activity_1x ##",
    "## prüfe-rechnung",
    "### step-part",
    "## Follow-up",
    "## Steps:",
    "## step-check the invoice",
    "##step-none",
    "```",
    "## step-code",
    "```",
    "## step:ask",
    "text ## step-late",
    "# YOUR STEPS",
    "## Pay",
    "## Tell them",
    "# OTHERS",
    "## Book",
  ];
  expect(stepHeadings(instructions.join("\n"))).toEqual([
    "step-check-invoice",
    "step:ask",
    "Activity_1x",
    "prüfe-rechnung",
    "Pay",
    "Tell them",
  ]);
  expect(stepHeadings(Array.from({ length: 400 }, (_, i) => `## step-${i}`).join("\n"))).toHaveLength(300);
});

it("keeps the steps that a run comes to, each with its lines", async () => {
  const done = await run(
    "Say nothing before the steps.",
    "## step-read",
    "call list_files {}",
    "say Read {{last}}",
    "## step-tell",
    "say Told {{step 1}}",
    "# Rules",
    "say Over",
  );
  expect(done.status).toBe("completed");
  expect(await keptOf(done.id)).toEqual(["step-read", "step-tell"]);
  expect(brief(await messagesOf(service, done.id)).filter((line) => line.startsWith("assistant"))).toEqual([
    "assistant tool_call: start_step",
    "assistant tool_call: list_files",
    expect.stringContaining("assistant text: Read "),
    "assistant tool_call: start_step",
    expect.stringMatching(/^assistant text: Told \{.*\nOver$/s),
  ]);
  await service.ok(postRunMessage, { params: { run_id: done.id }, body: { message: "Again" } });
  await settled(service, done.id, ["completed"]);
  expect(await keptOf(done.id)).toEqual(["step-read", "step-tell", "step-read", "step-tell"]);
});

it("takes only what the instructions name, each step once in a row, up to a bound", async () => {
  const start = (id: string) => `call start_step {"step_id": "${id}"}`;
  const refused = await run("## step-read", start("step-other"), "say {{last}}", start("step-read"), start("step-tell"), "## step-tell");
  const said = brief(await messagesOf(service, refused.id)).find((line) => line.startsWith("assistant text"));
  expect(said).toBe("assistant text: The instructions have no step step-other. They have: step-read, step-tell.");
  expect(await keptOf(refused.id)).toEqual(["step-read", "step-tell"]);

  const agent = await agentWith(service, scripted("## step-read", 'approve "Go?"', start("step-tell"), "say {{last}}", "## step-tell"));
  const waiting = await settled(service, await startRunOf(service, agent.id));
  await service.pool.query(
    "insert into run_steps (run_id, agent_id, position, step_id, ended_at) select $1, $2, n, 'step-read', now() from generate_series(1, 499) n",
    [waiting.id, agent.id],
  );
  const { pending_human_request } = await service.ok(getRun, { params: { run_id: waiting.id } });
  const request_id = pending_human_request?.id ?? "";
  await service.ok(respondToHumanRequest, { params: { run_id: waiting.id, request_id }, body: { approved: true } });
  const full = await settled(service, waiting.id, ["completed"]);
  expect(brief(await messagesOf(service, full.id)).join("\n")).toContain("This run has started 500 steps, which is as many as are kept.");
  expect(await keptOf(full.id)).toHaveLength(500);
});

it("has no such tool without such headings", async () => {
  const none = await run("## Steps", 'call start_step {"step_id": "step-read"}', "say {{last}}");
  expect(brief(await messagesOf(service, none.id)).at(-2)).toBe("assistant text: There is no tool start_step here.");
  expect(await keptOf(none.id)).toEqual([]);
});
