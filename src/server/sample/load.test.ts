import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAgents } from "#contract/agents/agents.ts";
import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { listRevisionConnections } from "#contract/connections/slot-pins.ts";
import { listSlotTools, setSlotTools } from "#contract/connections/slot-tools.ts";
import { getClarityAchieved } from "#contract/clarity/achieved.ts";
import { getClarityProcess, listClarityProcesses } from "#contract/clarity/processes.ts";
import { getClarityPromise } from "#contract/clarity/promise.ts";
import { listDashboards } from "#contract/dashboards/dashboards.ts";
import { listDashboardMessages } from "#contract/dashboards/messages.ts";
import { getFileContent, listFiles } from "#contract/library/files.ts";
import { getCase, listCases } from "#contract/queues/cases.ts";
import { listQueues } from "#contract/queues/queues.ts";
import { listHumanRequests, respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { listRunMessages } from "#contract/runs/messages.ts";
import { getRunDetails, listTeamRuns, startRun } from "#contract/runs/runs.ts";
import { terminalStatuses } from "#contract/runs/run.ts";
import { getSandboxDownloadUrl, listSandboxFiles } from "#contract/runs/sandboxes.ts";
import { listTeamApiKeys } from "#contract/teams/api-keys.ts";
import { loadSampleWorkspace } from "#contract/teams/sample.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { sampleText } from "./agents.ts";
import { sampleIs } from "./sample-is.cases.ts";

let service: TestService;
let params: { teamId: string };
const settled = new Set<string>([...terminalStatuses, "waiting"]);

beforeAll(async () => {
  service = await startService();
  params = { teamId: service.teamId };
  await service.ok(loadSampleWorkspace, { params });
  await sampleIs(service, "loaded");
});
afterAll(() => service.close());

async function settledRuns() {
  return expect
    .poll(runs, { timeout: 60_000, interval: 200 })
    .toSatisfy((all: Awaited<ReturnType<typeof runs>>) => all.every((run) => settled.has(run.status)))
    .then(runs);
}
async function runs() {
  return (await service.ok(listTeamRuns, { params, query: { limit: "100" } })).data;
}
async function runOf(agentName: string) {
  const row = (await settledRuns()).find((run) => run.agent_name === agentName);
  if (!row) throw new Error(`There is no run of ${agentName}.`);
  return (await service.ok(getRunDetails, { params: { run_id: row.id } })).run;
}
async function output(run: { sandbox_id: string | null }, path: string): Promise<string> {
  const sandbox = { sandbox_id: run.sandbox_id ?? "" };
  const { url } = await service.ok(getSandboxDownloadUrl, { params: sandbox, query: { path: `/workspace/output/${path}` } });
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return response.text();
}

async function findingCases() {
  const { queues } = await service.ok(listQueues, { params, query: {} });
  const found = { params: { queue_id: queues.find(({ name: called }) => called === "Invoice findings")?.id ?? "" }, query: {} };
  const settledCases = ["completed", "failed", "needs_input"];
  await expect
    .poll(async () => (await service.ok(listCases, found)).cases.map((one) => one.display_status), { timeout: 60_000, interval: 200 })
    .toSatisfy((states: string[]) => states.length === 12 && states.every((state) => settledCases.includes(state)));
  return (await service.ok(listCases, found)).cases;
}

describe("the sample workspace", () => {
  it("has nine agents, seven run once and two by their cases, and leaves no key behind", async () => {
    const { agents } = await service.ok(listAgents, { params, query: {} });
    expect(agents.map((agent) => agent.name).toSorted()).toEqual([
      "Bank import",
      "Findings clerk",
      "Findings to cases",
      "Invoice checker",
      "Month report",
      "Pay a supplier’s invoice",
      "Payment approval",
      "Supplier inquiry",
      "Supplier letter",
    ]);
    const started = (await runs()).filter((run) => run.source !== "case_trigger").map((run) => run.agent_name);
    expect(started.toSorted()).toEqual(
      agents
        .map((agent) => agent.name)
        .filter((called) => called !== "Findings clerk" && called !== "Pay a supplier’s invoice")
        .toSorted(),
    );
    expect((await service.ok(listTeamApiKeys, { params })).api_keys).toEqual([]);
  });

  it("has a process that is handed over: its promise is beside what the runs over the latest invoices came to", async () => {
    const [row] = (await service.ok(listClarityProcesses, { params, query: {} })).processes;
    const of = { params: { process_id: row?.id ?? "" } };
    await settledRuns();
    const { captures, ...versions } = await service.ok(getClarityProcess, { ...of, query: { captures: "lite" } });
    expect(captures.map(({ status }) => status)).toEqual(["complete", "complete", "complete"]);
    expect(versions).toMatchObject({
      stage: "measured",
      current_process_versions: [{ status: "live" }],
      transformation_proposal_versions: [{ status: "live" }],
    });
    const assumed = { assumption: true, source: null, confirmed_at: expect.any(String) };
    expect(await service.ok(getClarityPromise, of)).toMatchObject({ success: assumed, minutes_a_case: assumed, cases_a_week: assumed });
    const achieved = () => service.ok(getClarityAchieved, { ...of, query: {} });
    // A case is closed a moment after its run.
    await expect.poll(async () => (await achieved()).success.decided).toBe(24);
    const { success, minutes, failures, steps } = await achieved();
    // Of the last 24 lines of the file two have a number that their supplier used before.
    expect(success).toMatchObject({ succeeded: 22, decided: 24, promise: 0.9, verdict: "cannot_tell" });
    expect(minutes).toMatchObject({ measured: 24, verdict: "kept" });
    expect(failures.map(({ title, cause, step_id }) => [title, cause, step_id]).toSorted()).toEqual([
      ["Invoice AR-26-0867", "It cannot be paid as it is: line 488 has the same number", "step-match-invoice-to-order"],
      ["Invoice r0001700", "It cannot be paid as it is: line 476 has the same number", "step-match-invoice-to-order"],
    ]);
    expect(steps.find(({ step_id }) => step_id === "step-match-invoice-to-order")).toMatchObject({ runs: 24, failed: 2 });
  });

  it("has three dashboards, written by the practice model over what the agents did, each block with data", async () => {
    const list = () => service.ok(listDashboards, { query: { team_id: service.teamId, limit: "10" } });
    await expect.poll(async () => (await list()).artifacts.map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
    const { artifacts } = await list();
    expect(artifacts.map(({ title }) => title).toSorted()).toEqual(["Agents at work", "Invoice findings", "Work in and out"]);
    for (const { id } of artifacts) {
      const { data } = await service.ok(listDashboardMessages, { params: { artifactId: id }, query: {} });
      expect(data[1]?.content).toMatch(/^This page shows [^“]+$/);
      expect(data[1]?.message?.steps.at(-1)).toMatchObject({ kind: "checked", detail: expect.stringMatching(/^All \d blocks have data$/) });
    }
  });

  it("changes nothing when it is loaded again", async () => {
    const before = await service.ok(listFiles, { params });
    const ofProcess = async () =>
      (await service.pool.query("select (select count(*) from cases) as cases, (select count(*) from clarity_snapshots) as versions")).rows;
    const process = await ofProcess();
    expect((await service.ok(loadSampleWorkspace, { params })).status).toBe("loaded");
    expect((await service.ok(listAgents, { params, query: {} })).total).toBe(9);
    expect((await service.ok(listQueues, { params, query: {} })).total).toBe(2);
    expect(await service.ok(listFiles, { params })).toEqual(before);
    expect(await ofProcess()).toEqual(process);
  });

  it("finds in the invoices what a second count finds", async () => {
    const run = await runOf("Invoice checker");
    expect(run).toMatchObject({ status: "completed", revision_number: 2 });
    const found = Map.groupBy(parse(await output(run, "findings.csv")), (row) => row.rule ?? "");
    const counted = Object.fromEntries(
      [...found].map(([rule, rows]) => [rule, rows.map((row) => Number(row.line)).toSorted((a, b) => a - b)]),
    );
    expect(counted).toEqual(recount(parse(await sampleText("invoices-2026.csv")), parse(await sampleText("suppliers.csv"))));
    const total = Object.values(counted).flat().length;
    expect(total).toBeGreaterThan(30);
    expect(await output(run, "summary.md")).toContain(`${total} findings on`);
    const { messages } = await service.ok(listRunMessages, { params: { run_id: run.id }, query: { limit: 50 } });
    expect(messages.map((message) => message.text_content).join("\n")).toContain("Read 500 invoices and 34 suppliers");
  });

  it("adds the months up", async () => {
    const run = await runOf("Month report");
    expect(run.status).toBe("completed");
    const months = parse(await output(run, "months.csv"));
    const invoices = parse(await sampleText("invoices-2026.csv"));
    expect(months.reduce((sum, row) => sum + Number(row.invoices), 0)).toBe(invoices.length - 1);
    expect(
      sumOf(
        months.filter((row) => row.month === "2026-03" && row.currency === "EUR"),
        "gross",
      ),
    ).toBe(
      sumOf(
        invoices.filter((row) => row.currency === "EUR" && /^2026-03-|\.03\.2026$/.test(row.issued ?? "")),
        "gross",
      ),
    );
    expect(await output(run, "months.svg")).toMatch(/^<svg[^]*<\/svg>\n$/);
  });

  it("fails honestly on the bank statement, with the fix in a draft", async () => {
    const run = await runOf("Bank import");
    expect(run).toMatchObject({ status: "failed", failure: { code: "code_failed", message: expect.stringContaining("(exit code 1)") } });
    const { messages } = await service.ok(listRunMessages, { params: { run_id: run.id }, query: { limit: 50 } });
    expect(messages.find((message) => message.subtype === "stderr")?.text_content).toMatch(/^Traceback[^]*InvalidOperation/);
    const { builds } = await service.ok(listAgentRevisions, { params: { agent_id: run.agent_id }, query: {} });
    expect(builds.map((build) => build.status)).toEqual(["draft", "live"]);
  });

  it("waits for a release, then files the decision", async () => {
    const run = await runOf("Payment approval");
    expect(run.status).toBe("waiting");
    const release = await openRequest(run.id);
    expect(release).toMatchObject({
      type: "approval",
      title: expect.stringMatching(/^Pay \d+ invoices of \d+ suppliers due by \d{4}-\d\d-\d\d, [\d,.]+ EUR in total\?$/),
    });
    await answer(run.id, release.id, { approved: true });
    const account = await openRequest(run.id, release.id);
    const question = account.questions?.[0];
    expect(question?.options?.map((option) => option.label)).toEqual(["Operating account", "Reserve account", "Wait a week"]);
    await answer(run.id, account.id, { answers: { [question?.question ?? ""]: "Reserve account" } });
    expect((await runOf("Payment approval")).status).toBe("completed");
    const { content } = await service.ok(getFileContent, { params: { ...params, path: "payments/payment-run.md" } });
    expect(content).toContain("Released from: Reserve account");
    const proposed = parse(await output(run, "payment-proposal.csv"));
    expect(release.title).toContain(`Pay ${proposed.length} invoices`);
    expect(content.split("\n").filter((line) => line.startsWith("| ")).length).toBe(proposed.length + 2);
  });

  it("answers by the tools of a connection, without a network", async () => {
    const run = await runOf("Supplier inquiry");
    expect(run.status).toBe("completed");
    const { messages } = await service.ok(listRunMessages, { params: { run_id: run.id }, query: { limit: 50 } });
    const unpaid = parse(await sampleText("invoices-2026.csv")).filter((row) => name(row.supplier) === "ZORVANIK LOGISTIK AG" && !row.paid);
    const owed = (sumOf(unpaid, "gross") / 100).toLocaleString("en", { minimumFractionDigits: 2 });
    const answered = messages.findLast(({ type }) => type === "text")?.text_content ?? "";
    expect(answered).toContain(`We owe ${owed} CHF to Zorvanik Logistik AG, for ${unpaid.length} invoices.`);
    for (const { number } of unpaid) expect(answered).toContain(`| ${number} |`);
  });

  it("says that it cannot answer after a person declined a call", async () => {
    const agent_id = (await runOf("Supplier inquiry")).agent_id;
    const { builds } = await service.ok(listAgentRevisions, { params: { agent_id }, query: {} });
    const of = { agent_id, build_id: builds[0]?.id ?? "" };
    const { slots } = await service.ok(listRevisionConnections, { params: of });
    const slot = { ...of, integration_id: slots[0]?.slot_id ?? "" };
    const { tools } = await service.ok(listSlotTools, { params: slot });
    const asked = tools.map(({ server_url, digest, name: called }) => ({
      server_url,
      digest,
      policy: called === "read_supplier" ? ("ask" as const) : ("allow" as const),
    }));
    await service.ok(setSlotTools, { params: slot, body: { tools: asked } });
    const { run: started } = await service.ok(startRun, { body: { agent_id } });
    const run_id = started.id;
    await answer(run_id, (await openRequest(run_id)).id, { approved: false });
    const status = async () => (await service.ok(getRunDetails, { params: { run_id } })).run.status;
    await expect.poll(status, { interval: 200 }).toBe("completed");
    const { messages } = await service.ok(listRunMessages, { params: { run_id }, query: { limit: 50 } });
    const answered = messages.findLast(({ type }) => type === "text")?.text_content ?? "";
    expect(answered).toMatch(/^I cannot say what is owed, because the ledger gave no answer: A person declined this call/);
  });

  it("decides findings as cases: most by the terms, one with a second person, one not at all", async () => {
    const cases = await findingCases();
    const by = (state: string) => cases.filter((one) => one.display_status === state);
    expect([by("completed").length, by("needs_input").length, by("failed").length]).toEqual([10, 1, 1]);
    const story = async (id = "") =>
      (await service.ok(getCase, { params: { case_id: id } })).events.map(({ type, reason }) => `${type}: ${reason}`);
    expect((await story(by("failed")[0]?.id)).at(-1)).toMatch(/^failed: 100,318,085,875.00 EUR is 4,559,913 times the limit of 22,000/);
    const [asking] = by("needs_input");
    const request = await openRequest(asking?.claimed_by_run_id ?? "");
    const question = request.questions?.[0]?.question ?? "";
    expect(question).toMatch(/^2026\/0804 of Luftikus Messebau GmbH: pay 64,260.00 EUR, above the limit of 50,000/);
    await answer(request.run_id, request.id, { answers: { [question]: "Pay it" } });
    await expect.poll(() => story(asking?.id).then((events) => events.at(-1))).toMatch(/^completed: Decided by a second person/);
  });

  it("writes the letter that a person asked for", async () => {
    const run = await runOf("Supplier letter");
    const request = await openRequest(run.id);
    const text = `R0000323 is charged with 300 "monitors, 24\\"" that nobody ordered.\nIt's wrong.`;
    await answer(run.id, request.id, { answers: { [request.questions?.[0]?.question ?? ""]: text } });
    expect((await runOf("Supplier letter")).status).toBe("completed");
    const { files } = await service.ok(listFiles, { params });
    const letter = files.find((file) => file.path.startsWith("letters/"));
    const { content } = await service.ok(getFileContent, { params: { ...params, path: letter?.path ?? "" } });
    expect(content).toContain(text.split("\n")[0]);
    const sandbox = { sandbox_id: (await runOf("Supplier letter")).sandbox_id ?? "" };
    expect((await service.ok(listSandboxFiles, { params: sandbox, query: {} })).files).toEqual([]);
  });
});

async function openRequest(runId: string, after?: string) {
  const find = async () =>
    (await service.ok(listHumanRequests, { params, query: {} })).human_requests.find(
      (request) => request.run_id === runId && request.id !== after,
    );
  await expect.poll(find, { interval: 200 }).toBeDefined();
  const request = await find();
  if (!request) throw new Error("The request was closed meanwhile.");
  return request;
}

async function answer(run_id: string, request_id: string, body: { approved?: boolean; answers?: Record<string, string> }) {
  await service.ok(respondToHumanRequest, { params: { run_id, request_id }, body });
}

// The second count shares nothing with the Python modules: other language, whole cents, pairs of lines instead of groups.

type Row = Record<string, string> & { line?: string };

/** CSV of one line a row. The line number goes along unless the file has a column of that name. */
function parse(text: string): Row[] {
  const [head = "", ...lines] = text.trimEnd().split("\n");
  const names = fields(head);
  return lines.map((line, at) => ({
    line: String(at + 2),
    ...Object.fromEntries(fields(line).map((value, i) => [names[i] ?? "", value])),
  }));
}
function fields(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain,
  );
}

function cents(text: string): number {
  const plain = text.includes(",") ? text.replaceAll(".", "").replace(",", ".") : text;
  return Math.round(Number(plain) * 100);
}

function sumOf(rows: Row[], column: string): number {
  return rows.reduce((sum, row) => sum + cents(row[column] ?? ""), 0);
}

/** Days since 1970; NaN for what is no day. */
function dayOf(text: string): number {
  const iso = text.replace(/^(\d\d)\.(\d\d)\.(\d{4})$/, "$3-$2-$1");
  const at = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso ? Number.NaN : at / 86_400_000;
}

function name(text = ""): string {
  return text.trim().replaceAll(/\s+/g, " ").toUpperCase();
}

function recount(invoices: Row[], suppliers: Row[]): Record<string, number[]> {
  const limits = new Map(suppliers.map((row) => [name(row.name), cents(row.approval_limit ?? "")]));
  const rows = invoices.map((row) => ({
    line: Number(row.line),
    number: (row.number ?? "").trim().toUpperCase(),
    supplier: name(row.supplier),
    day: dayOf((row.issued ?? "").trim()),
    currency: row.currency,
    gross: cents(row.gross ?? ""),
    sum: cents(row.net ?? "") + cents(row.tax ?? ""),
  }));
  type Invoice = (typeof rows)[number];
  const lines = (fits: (row: Invoice) => boolean) => rows.filter(fits).map((row) => row.line);
  const earlier = (a: Invoice, b: Invoice) => a.day < b.day || (a.day === b.day && a.line < b.line);
  return {
    same_number: lines((row) =>
      rows.some((other) => other.line < row.line && other.supplier === row.supplier && other.number === row.number),
    ),
    same_amount: lines((row) =>
      rows.some(
        (other) =>
          earlier(other, row) &&
          row.day - other.day <= 7 &&
          other.supplier === row.supplier &&
          other.currency === row.currency &&
          other.gross === row.gross &&
          other.number !== row.number,
      ),
    ),
    wrong_sum: lines((row) => row.sum !== row.gross),
    unknown_supplier: lines((row) => !limits.has(row.supplier)),
    no_date: lines((row) => Number.isNaN(row.day)),
    above_limit: lines((row) => row.gross > (limits.get(row.supplier) ?? Number.POSITIVE_INFINITY)),
  };
}
