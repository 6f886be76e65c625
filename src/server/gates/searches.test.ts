import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { $ZodType } from "#contract/zod.ts";
import { updateAgent } from "#contract/agents/agents.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
import { automationOf } from "#server/gates/stage/automations.ts";
import { labelledCaseOf } from "#server/gates/stage/cases.ts";
import { fileOf } from "#server/gates/stage/library.ts";
import { waitingRun } from "#server/gates/stage/runs.ts";
import { scheduleOf } from "#server/gates/stage/schedules.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { type Subject, inputFor, subjects } from "./examples.ts";
import { credentialsFor } from "./newcomer.ts";
import { send, wireOf } from "./wire.ts";

let service: TestService;
let labelled: string;
beforeAll(async () => {
  service = await startService();
  // What the examples of lists do not make themselves.
  const stage = stageFor(service);
  await Promise.all([fileOf(stage), waitingRun(stage), automationOf(stage), scheduleOf(stage)]);
  ({ queue_id: labelled } = await labelledCaseOf(stage));
});
afterAll(() => service.close());

/** A text of each script, and what a person types for a part of it: the other case where the script has one, a word inside where it has no blanks. */
const scripts = {
  Latin: ["Größe der Änderung", "ÄNDERUNG"],
  Greek: ["Τιμή Οδός", "ΤΙΜΉ"],
  Cyrillic: ["Июльский счёт", "СЧЁТ"],
  Arabic: ["فاتورة يوليو", "يوليو"],
  Hebrew: ["חשבונית יולי", "יולי"],
  Devanagari: ["जुलाई चालान", "चालान"],
  Thai: ["ใบแจ้งหนี้เดือนกรกฎาคม", "เดือน"],
  Khmer: ["វិក្កយបត្រខែកក្កដា", "ខែ"],
  Chinese: ["测试全文搜索", "搜索"],
  Japanese: ["東京都の請求書", "請求書"],
  Korean: ["칠월 청구서", "청구서"],
} as const;

/** A row that the example of a list makes, found by its id, which grows. */
const last = (table: string, column: string) =>
  `update ${table} set ${column} = $1 where id = (select id from ${table} order by id desc limit 1)`;
const person = "update users set name = $1 where email = 'member@example.com'";
const team = "update teams set name = $1 where id = (select id from teams order by created_at limit 1)";
/** Where each search looks: what writes a text there. What takes the search of a list beside it, as its file does, asks the same conditions. */
const written: Record<string, string> = {
  exportFiles: last("files", "path"),
  exportOrgInsights: team,
  findTeamCases: last("cases", "title"),
  listAgents: last("agents", "name"),
  listAllRuns: last("runs", "title"),
  listAutomations: last("automations", "name"),
  listCases: "update cases set title = $1",
  // Beside the same words of the other list: a value is there once.
  listAvailableClarityProcessLabels:
    "update clarity_labels set value = $1 || ' again' where id = (select id from clarity_labels order by id desc limit 1)",
  listClarityEvidence: "update clarity_evidence set text = $1",
  listClarityProcessLabels: last("clarity_labels", "value"),
  listClarityProcesses: last("clarity_processes", "name"),
  listConnections: last("connections", "name"),
  listOrganizationMembers: person,
  listOrgTeams: team,
  listQueueLabels: "update queue_labels set value = $1",
  listQueues: last("queues", "name"),
  listRunMessages: "update run_messages set text_content = $1",
  listRuns: last("runs", "title"),
  listTeamMembers: person,
  listTeamSchedules: "update agents set name = $1 where id = (select agent_id from schedules order by id desc limit 1)",
  listWebhookSources: last("webhook_sources", "name"),
};
/** Its words are written with an entry: an agent gets the name. */
const byEntry = "listAuditEntries";

const fieldsOf = (schema: $ZodType | undefined) => Object.keys((schema?._zod.def as { shape?: object } | undefined)?.shape ?? {});
const searched = subjects.filter(({ endpoint }) => endpoint.method === "GET" && fieldsOf(endpoint.query).includes("search"));

it("knows where every list with a search looks", () => {
  const filesOnly = ["exportFiles", "exportOrgInsights"];
  expect([...searched.map(({ endpoint }) => endpoint.name), ...filesOnly].toSorted()).toEqual(
    [...Object.keys(written), byEntry].toSorted(),
  );
});

async function nameOne(name: string, text: string): Promise<void> {
  if (name !== byEntry) {
    const { rowCount } = await service.pool.query(written[name] ?? "", [text]);
    expect(rowCount, `${name} has no row that is searched`).toBeGreaterThan(0);
    return;
  }
  const { id } = await agentOf(stageFor(service));
  await service.ok(updateAgent, { params: { agent_id: id }, body: { name: text } });
  const entry = "select id from audit_entries where object_id = $1 and object_name = $2";
  await comes("the entry of the agent", async () => (await service.pool.query<{ id: string }>(entry, [id, text])).rows[0]);
}

async function answerOf({ endpoint }: Subject, params: unknown, search: string): Promise<string> {
  const asked = endpoint.method === "GET" ? { query: { search } } : { body: { search, format: "json", ...periodOf(endpoint.name) } };
  const { status, text } = await send(service.url, wireOf(endpoint, { params, ...asked }, credentialsFor(endpoint, service, undefined)));
  expect(status, text).toBe(200);
  return text;
}

const periodOf = (name: string) =>
  name === "exportOrgInsights" && { startDate: new Date(Date.now() - 86_400_000).toISOString(), endDate: new Date().toISOString() };

const subjectsHere = subjects.filter(({ endpoint }) => endpoint.name in written || endpoint.name === byEntry);
describe.each(subjectsHere)("$endpoint.name", (subject) => {
  it("finds a part of a text in every script, and nothing by what is not in it", async () => {
    const stage = stageFor(service);
    const input = await inputFor(subject, stage);
    const params = "queue_id" in Object(input.params) ? { queue_id: labelled } : input.params;
    const missed: string[] = [];
    for (const [script, [text, part]] of Object.entries(scripts)) {
      await nameOne(subject.endpoint.name, text);
      if (!(await answerOf(subject, params, part)).includes(text)) missed.push(script);
      if ((await answerOf(subject, params, `${part}zq`)).includes(text)) missed.push(`${script}: too much`);
    }
    expect(missed).toEqual([]);
    // An empty search is none: the row that was named last is there. What finds cases while somebody types has no list to show.
    if (subject.endpoint.name !== "findTeamCases") expect(await answerOf(subject, params, "")).toContain(scripts.Korean[0]);
  });
});
