import { deepStrictEqual, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { afterAll, beforeAll, it } from "vitest";
import { createDashboard, answerDashboardQuestion, sendDashboardMessage, stopDashboardMessage } from "#contract/dashboards/messages.ts";
import { listDashboardVersions, restoreDashboardVersion } from "#contract/dashboards/versions.ts";
import type { DashboardStatus } from "#contract/dashboards/dashboard.ts";
import { ModelFault } from "#server/engine/models/port.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { proves } from "#server/testing/proves.ts";
import type { TestService } from "#server/testing/service.ts";
import { asks, call, done, puts, startDesigner, stopped } from "./designer.cases.ts";
import { designing } from "./turn.cases.ts";

let service: TestService;
let design: ReturnType<typeof designing>;
let made = 0;
beforeAll(async () => {
  const designer = await startDesigner();
  ({ service } = designer);
  design = designing(service);
  designer.says(async function* (request) {
    const what = asks(request);
    const asked = request.turns.some(
      (turn) => turn.role === "tool" && turn.results.some(({ name, error }) => name === "ask_person" && !error),
    );
    if (done(request) === 0 && what !== "say") yield puts(`b${++made}`);
    else if (what === "ask" && !asked) yield call("ask_person", { questions: [{ question: "Which?" }] });
    else if (what === "fail") throw new ModelFault("model_refused", "No.");
    else if (what === "hang") await stopped(request);
    else yield { type: "text", text: "Done." };
  });
});
afterAll(() => service.close());

const message = fc.constantFrom("draw", "draw", "say", "ask", "ask", "fail", "hang", "hang");
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant("send" as const), message, from: fc.option(fc.nat(5)) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("answer" as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("stop" as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("restore" as const), to: fc.nat(5) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A dashboard as the rules see it. Versions are their number and the one that they follow. */
interface Model {
  status: DashboardStatus;
  versions: { parent: number | null }[];
  head: number | null;
  /** The version that a question was asked about. */
  asked: { about: number | null } | undefined;
}

it("answers and stores what a small model says, in random orders of messages, answers, stops and restored versions", async () => {
  await proves(
    fc.asyncProperty(message, fc.array(step, { maxLength: 8 }), async (first, steps) => {
      const { artifact_id } = await service.ok(createDashboard, { body: { message: first, team_id: service.teamId } });
      const model: Model = { status: "not_started", versions: [], head: null, asked: undefined };
      come(model, first);
      await compare(artifact_id, model);
      for (const each of steps) {
        await take(artifact_id, model, each);
        await compare(artifact_id, model);
      }
    }),
    { numRuns: 25, endOnFailure: true },
  );
});

const isBusy = ({ status }: Model) => status === "running";

/** What a message comes to; one that hangs has drawn its block. */
function come(model: Model, said: string): void {
  if (said === "hang") model.status = "running";
  else {
    if (said !== "say") draw(model);
    model.status = said === "fail" ? "failed" : "completed";
    model.asked = said === "ask" ? { about: model.head } : undefined;
  }
}
function draw(model: Model): void {
  model.versions.push({ parent: model.head });
  model.head = model.versions.length;
}

async function take(id: string, model: Model, each: Step): Promise<void> {
  const at = design.at(id);
  const { revisions } = await service.ok(listDashboardVersions, at);
  const idOf = (version: number) => revisions.find((one) => one.version === version)?.id ?? id;
  if (each.act === "send") {
    const from = each.from === null || model.versions.length === 0 ? undefined : (each.from % model.versions.length) + 1;
    const body = { message: each.message, ...(from !== undefined && { from_revision_id: idOf(from) }) };
    const answer = await service.call(sendDashboardMessage, { ...at, body });
    strictEqual(answer.error?.error, isBusy(model) ? "generating" : undefined);
    if (isBusy(model)) return;
    if (from !== undefined) model.head = from;
    model.asked = undefined;
    come(model, each.message);
  } else if (each.act === "answer") {
    const { data } = { data: await design.messages(id) };
    const toolCallId =
      data.flatMap(({ message: told }) => told?.steps ?? []).findLast((one) => one.kind === "asked")?.tool_call_id ?? "none";
    const answer = await service.call(answerDashboardQuestion, { ...at, body: { toolCallId, answers: { "Which?": "All" } } });
    const waits = model.asked !== undefined && !isBusy(model) && model.asked.about === model.head;
    strictEqual(answer.error?.error, waits ? undefined : "no_question");
    if (!waits) return;
    model.asked = undefined;
    model.status = "completed";
  } else if (each.act === "stop") {
    await service.ok(stopDashboardMessage, { ...at, body: {} });
    if (!isBusy(model)) return;
    draw(model);
    model.status = "interrupted";
  } else {
    const version = model.versions.length === 0 ? undefined : (each.to % model.versions.length) + 1;
    const answer = await service.call(restoreDashboardVersion, { params: { artifactId: id, revisionId: idOf(version ?? 0) } });
    strictEqual(answer.error?.error, version === undefined ? "no_page" : isBusy(model) ? "generating" : undefined);
    if (version !== undefined && !isBusy(model)) model.head = version;
  }
}

/** Waits until the dashboard is where the model is; one that hangs has drawn its block then. */
async function compare(id: string, model: Model): Promise<void> {
  await comes("the state of the model", async () => {
    if ((await design.status(id)) !== model.status) return undefined;
    if (!isBusy(model)) return true;
    const { rows } = await service.pool.query<{ n: number }>(
      "select count(*)::int as n from artifact_turns where artifact_id = $1 and status = 'running' and json_array_length(steps) > 0",
      [id],
    );
    return rows[0]?.n === 1 || undefined;
  });
  const { revisions, current_version } = await service.ok(listDashboardVersions, design.at(id));
  const number = (of: string | null) => revisions.find((one) => one.id === of)?.version ?? null;
  deepStrictEqual(
    { versions: revisions.toReversed().map((one) => ({ parent: number(one.parent_revision_id) })), head: current_version },
    { versions: model.versions, head: model.head },
  );
  const { rows } = await service.pool.query<{ open: number }>(
    "select count(*)::int as open from artifact_turns where artifact_id = $1 and status in ('not_started', 'running')",
    [id],
  );
  strictEqual(rows[0]?.open, isBusy(model) ? 1 : 0);
}
