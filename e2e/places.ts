import { expect, type Page } from "@playwright/test";
import { createAgentFolder, moveAgentsToFolder } from "#contract/agents/agent-folders.ts";
import { listAgents } from "#contract/agents/agents.ts";
import { listAgentRevisions, updateRevision } from "#contract/agents/revisions.ts";
import { attachRevisionLogin, createCredential } from "#contract/connections/logins.ts";
import { listSystemSkills } from "#contract/library/skills.ts";
import { startCaseJob } from "#contract/queues/case-jobs.ts";
import { createCaseAttachmentUploadUrl, finalizeCaseAttachment } from "#contract/queues/case-attachments.ts";
import { createCases, listCases } from "#contract/queues/cases.ts";
import { createQueueLabel } from "#contract/queues/labels.ts";
import { createQueue, listQueues } from "#contract/queues/queues.ts";
import { respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { getRunDetails, listTeamRuns, stopRun } from "#contract/runs/runs.ts";
import { getSession } from "#contract/teams/session.ts";
import { type AutomatedWork, automate } from "./automated-work.ts";
import type { TeamWork } from "./team-work.ts";
import { typeCases } from "./typed-work.ts";

/** A place of the console and the words that stand there once it is drawn. */
export interface Place {
  readonly name: string;
  /** Below the team, or from the root with a slash. */
  readonly path: string;
  readonly shows: string | RegExp;
  /** As `shows`, where a narrow screen keeps those words behind a button. */
  readonly narrow?: string;
}

/** Ids in a team that holds the sample workspace. */
export interface SampleWork {
  readonly checker: string;
  readonly bankImport: string;
  readonly bankDraft: string;
  readonly systemSkill: string;
  readonly queue: string;
  readonly openCase: string;
  /** A queue with a schema, a case that fits it, and a queue that should have a schema and has none. */
  readonly typed: { readonly queue: string; readonly case: string; readonly undeclared: string };
  readonly job: string;
  /** A queue whose cases agents work on, and one of them that was judged. */
  readonly worked: { readonly queue: string; readonly judged: string };
  readonly login: string;
  readonly automation: AutomatedWork;
  /** A folder with agents in it, and one in it without. */
  readonly folders: { readonly full: string; readonly empty: string };
  readonly runs: { readonly completed: string; readonly failed: string; readonly approval: string; readonly question: string };
  /** A run that handed its work over, and the one that took it. */
  readonly handover: { readonly from: string; readonly to: string };
}

/** Waits until the sample workspace has come to rest, answers and stops some of it, and says where everything is. */
export async function prepareSample(team: TeamWork): Promise<SampleWork> {
  const params = { teamId: team.teamId };
  const all = async () => (await team.call(listTeamRuns, { params, query: { limit: "100" } })).data;
  const first = await until(async () => {
    const rows = await all();
    // Six that the sample starts, and one for each of its twelve cases.
    return rows.length >= 18 && rows.every(({ status }) => ["waiting", "completed", "failed"].includes(status)) ? rows : undefined;
  });
  const { agents } = await team.call(listAgents, { params, query: {} });
  const agentOf = (name: string) => agents.find((agent) => agent.name === name)?.id ?? "";
  const runOf = (name: string) => first.find(({ agent_name }) => agent_name === name)?.id ?? "";

  // Something answered for the inbox, something stopped for the list.
  const letters = agents.find(({ name }) => name === "Supplier letter");
  if (letters) {
    const answered = await team.runUntil(letters, "waiting", "Write to the paper supplier.");
    const {
      human_requests: [request],
    } = await team.call(getRunDetails, { params: { run_id: answered.id } });
    const question = request?.questions?.[0]?.question ?? "";
    await team.call(respondToHumanRequest, {
      params: { run_id: answered.id, request_id: request?.id ?? "" },
      body: { answers: { [question]: "R0000323 was charged twice." } },
    });
    await team.waitFor(answered.id, "completed");
    const stopped = await team.runUntil(letters, "waiting", "Write to the courier.");
    await team.call(stopRun, { params: { run_id: stopped.id } });
    await team.waitFor(stopped.id, "interrupted");
  }
  const { queue } = await team.call(createQueue, {
    params,
    body: { name: "Invoices to check", description: "Supplier invoices above the limit, before they are paid" },
  });
  await team.call(createQueueLabel, { params: { queue_id: queue.id }, body: { key: "month", value: "October", color_hue: 150 } });
  const { added_cases } = await team.call(createCases, {
    params: { queue_id: queue.id },
    body: {
      case: { title: "Invoice R0000323", data: "Charged twice", labels: [{ key: "month", value: "October" }], priority: "high" },
    },
  });
  const { job } = await team.call(startCaseJob, {
    params: { queue_id: queue.id },
    body: { act: { kind: "priority", priority: "high" }, all_matching: true },
  });
  const worked = await judgedCase(team);
  await attachFiles(team, { queue_id: queue.id, case_id: added_cases[0]?.id ?? "" });
  const typed = await typeCases(team);
  const handover = await handOver(team);
  const automation = await automate(team);
  const folderOf = async (name: string, parent_folder_id: string | null) =>
    (await team.call(createAgentFolder, { params, body: { name, parent_folder_id } })).folder.id;
  const full = await folderOf("Accounts payable", null);
  const folders = { full, empty: await folderOf("Disputed", full) };
  const payable = [agentOf("Invoice checker"), agentOf("Payment approval")];
  await team.call(moveAgentsToFolder, { params, body: { agent_ids: payable, folder_id: full } });
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: agentOf("Bank import") }, query: {} });
  const bankDraft = builds.find(({ status }) => status === "draft")?.id ?? "";
  return {
    automation,
    folders,
    handover,
    worked,
    login: await attachLogin(team, { agentId: agentOf("Bank import"), buildId: bankDraft }),
    checker: agentOf("Invoice checker"),
    bankImport: agentOf("Bank import"),
    bankDraft,
    systemSkill: (await team.call(listSystemSkills, {})).skills.find(({ name }) => name === "csv-with-python")?.id ?? "",
    queue: queue.id,
    openCase: added_cases[0]?.id ?? "",
    typed,
    job: job.id,
    runs: {
      completed: runOf("Invoice checker"),
      failed: runOf("Bank import"),
      approval: runOf("Payment approval"),
      question: runOf("Supplier letter"),
    },
  };
}

/** Of the sample's own queue: its cases are judged in the background. */
async function judgedCase(team: TeamWork): Promise<SampleWork["worked"]> {
  const { queues } = await team.call(listQueues, { params: { teamId: team.teamId }, query: { search: "findings" } });
  const queue = queues[0]?.id ?? "";
  const judged = await until(async () => {
    const { cases } = await team.call(listCases, { params: { queue_id: queue }, query: { limit: "100" } });
    return cases.find(({ eval_summary }) => eval_summary?.status === "ready")?.id;
  });
  return { queue, judged };
}

/** One that has arrived, and one that never did. */
async function attachFiles(team: TeamWork, params: { queue_id: string; case_id: string }): Promise<void> {
  for (const [filename, content] of [
    ["R0000323.txt", "300 monitors"],
    ["delivery-note.pdf", undefined],
  ] as const) {
    const body = { filename, mime_type: "text/plain", size_bytes: 12 };
    const { attachment_id, upload_url } = await team.call(createCaseAttachmentUploadUrl, { params, body });
    if (content) await fetch(upload_url, { method: "PUT", body: content });
    await team.call(finalizeCaseAttachment, { params: { ...params, attachment_id } });
  }
}

async function attachLogin(team: TeamWork, revision: { agentId: string; buildId: string }): Promise<string> {
  const { session } = await team.call(getSession, {});
  const params = { teamId: team.teamId, userId: session.user.id };
  const body = {
    domain: "banking.example.com",
    username: "accounts",
    password: "Tz7-river-stone",
    otp_secret: "JBSWY3DPEHPK3PXP",
    shared: true,
  };
  const { id } = await team.call(createCredential, { params, body });
  await team.call(attachRevisionLogin, { params: revision, body: { exposedCredentialId: id } });
  return id;
}

async function handOver(team: TeamWork): Promise<SampleWork["handover"]> {
  const clerk = await team.createAgent("Reminder clerk", "say Noted: {{message}}");
  const desk = await team.createAgent("Front desk", 'call request_handover {"agent": "Reminder clerk", "message": "Remind supplier 12"}');
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: desk.id }, query: {} });
  await team.call(updateRevision, { params: { build_id: builds[0]?.id ?? "" }, body: { handoverTargetIds: [clerk.id] } });
  const from = await team.runUntil(desk, "completed", "Supplier 12 has not answered.");
  const to = from.children[0]?.id ?? "";
  await team.waitFor(to, "completed");
  return { from: from.id, to };
}

/** Every place with the sample workspace in it. */
export function fullPlaces({
  checker,
  bankImport,
  bankDraft,
  systemSkill,
  queue,
  openCase,
  typed,
  job,
  login,
  automation,
  folders,
  handover,
  worked,
  runs,
}: SampleWork): Place[] {
  return [
    { name: "inbox", path: "inbox", shows: "What led to it", narrow: "Which invoice is it about" },
    { name: "inbox-answered", path: "inbox?tab=answered", shows: "R0000323 was charged twice." },
    { name: "inbox-decided", path: "inbox?tab=decided", shows: "Nothing was decided yet" },
    { name: "agents", path: "agents", shows: "Payment approval" },
    { name: "agents-folder", path: `agents?folder=${folders.full}`, shows: "Invoice checker" },
    { name: "agents-folder-empty", path: `agents?folder=${folders.empty}`, shows: "No agents in this folder" },
    { name: "agents-folder-missing", path: "agents?folder=00000000-0000-4000-8000-000000000000", shows: "There is no such folder" },
    { name: "automations", path: "automations", shows: "Month-end reminders" },
    { name: "automation-members", path: `automations/${automation.id}`, shows: "Runs revision 1" },
    { name: "automation-draft", path: `automations/${automation.id}/revisions/${automation.draft}`, shows: "instead of nobody" },
    { name: "automation-flow", path: `automations/${automation.id}/revisions/${automation.draft}?tab=flow`, shows: "In words" },
    { name: "agent-new", path: "agents/new", shows: "Ask which month to report" },
    { name: "agent-new-code", path: "agents/new?kind=code", shows: "import os" },
    { name: "agent", path: `agents/${checker}`, shows: "Amounts, dates and limits" },
    { name: "agent-runs", path: `agents/${checker}?tab=runs`, shows: "Check the invoices of 2026." },
    { name: "agent-memory", path: `agents/${checker}?tab=memory`, shows: "Nothing in memory" },
    { name: "agent-evaluation", path: `agents/${checker}?tab=evaluation`, shows: "Runs are not judged" },
    { name: "agent-settings", path: `agents/${checker}?tab=settings`, shows: "Past runs stay readable." },
    { name: "revision", path: `agents/${bankImport}/revisions/${bankDraft}`, shows: "bank statement of a month" },
    { name: "revision-compare", path: `agents/${bankImport}/revisions/${bankDraft}?against=live`, shows: "Equal lines" },
    { name: "revision-access", path: `agents/${bankImport}/revisions/${bankDraft}/access`, shows: "What Bank import can reach" },
    { name: "review-nothing", path: `agents/${bankImport}/revisions/${bankDraft}/review`, shows: "Nothing to review" },
    { name: "runs", path: "runs", shows: "Import the bank statement of October." },
    { name: "runs-none-found", path: "runs?search=nothing-has-this-title", shows: "No run fits these filters" },
    { name: "run-completed", path: `runs/${runs.completed}`, shows: "findings.csv", narrow: "Kept 2 files" },
    { name: "run-failed", path: `runs/${runs.failed}`, shows: "The program ended with exit code 1." },
    { name: "run-approval", path: `runs/${runs.approval}`, shows: "Approval needed" },
    { name: "run-question", path: `runs/${runs.question}?find=invoice`, shows: "Send answer" },
    { name: "revision-queues", path: `agents/${bankImport}/revisions/${bankDraft}?tab=queues`, shows: "Takes work from" },
    { name: "queues", path: "queues", shows: "Invoices to check" },
    { name: "queue", path: `queues/${queue}`, shows: "Invoice R0000323" },
    { name: "queue-import", path: `queues/${queue}/import`, shows: "Drop a CSV here" },
    { name: "queue-import-without-schema", path: `queues/${typed.undeclared}/import`, shows: "This queue has no schema yet" },
    { name: "case", path: `queues/${queue}/cases/${openCase}`, shows: "Charged twice" },
    { name: "case-typed", path: `queues/${typed.queue}/cases/${typed.case}`, shows: "fits version 2 of its schema" },
    { name: "queue-schema", path: `queues/${typed.queue}?tab=settings`, shows: "What for, and how much" },
    { name: "queue-labels", path: `queues/${queue}?tab=labels`, shows: "October" },
    { name: "queue-board", path: `queues/${queue}?layout=board`, shows: "Invoice R0000323" },
    { name: "queue-jobs", path: `queues/${queue}?tab=jobs`, shows: "Give 1 case the priority" },
    { name: "job", path: `queues/${queue}/jobs/${job}`, shows: "Was so already" },
    { name: "queue-evaluation", path: `queues/${worked.queue}?tab=evaluation`, shows: "From instructions" },
    { name: "queue-triggers", path: `queues/${worked.queue}?tab=triggers`, shows: "Who would take which case" },
    { name: "queue-routed", path: `queues/${automation.queue}?tab=triggers`, shows: "Set by Revision 1 of Month-end reminders" },
    { name: "queue-triggers-none", path: `queues/${queue}?tab=triggers`, shows: "No agent has to do with this queue" },
    { name: "agent-trigger", path: `agents/${checker}?tab=trigger`, shows: "No queue starts this agent" },
    { name: "queue-evaluation-none", path: `queues/${queue}?tab=evaluation`, shows: "No case was judged yet" },
    { name: "case-judged", path: `queues/${worked.queue}/cases/${worked.judged}`, shows: "Judged by" },
    { name: "queue-settings", path: `queues/${queue}?tab=settings`, shows: "Takes the queue's labels" },
    { name: "run-handover", path: `runs/${handover.from}`, shows: "Handed over to Reminder clerk" },
    { name: "run-handed-over", path: `runs/${handover.to}`, shows: "Noted: Remind supplier 12" },
    { name: "files", path: "files", shows: "payment-terms.md" },
    { name: "files-folder", path: "files?folder=tools", shows: "supplier-letter.py" },
    { name: "file-table", path: "files?file=suppliers.csv", shows: /\d+ rows, \d+ columns/ },
    { name: "file-markdown", path: "files?file=payment-terms.md", shows: "Payment terms" },
    { name: "file-text", path: "files?file=payment-terms.md&raw=true", shows: "# Payment terms" },
    { name: "file-missing", path: "files?file=gone.md", shows: "There is no such file" },
    { name: "file-versions", path: "files?file=payment-terms.md&version=0", shows: "This is the first version." },
    { name: "revision-secrets", path: `agents/${bankImport}/revisions/${bankDraft}?tab=secrets`, shows: "No secrets are attached" },
    { name: "secret-new", path: "connections?secret=new", shows: "values of fewer than" },
    { name: "revision-logins", path: `agents/${bankImport}/revisions/${bankDraft}?tab=logins`, shows: "For every run" },
    { name: "logins", path: "logins", shows: "banking.example.com" },
    { name: "login", path: `logins?login=${login}`, shows: "One revision uses it" },
    { name: "login-new", path: "logins?login=new", shows: "For one-time codes" },
    { name: "skills", path: "skills", shows: "csv-with-python" },
    { name: "skill", path: `skills/${systemSkill}`, shows: "Before you trust the figures" },
    { name: "skill-missing", path: "skills/00000000-0000-4000-8000-000000000000", shows: "There is no such skill" },
    { name: "plugins", path: "plugins", shows: "This service offers no plugins" },
    { name: "profile", path: "/profile", shows: "Sign out everywhere" },
    { name: "not-found", path: "/nowhere", shows: "Not found" },
  ];
}

/** The places of a team that holds nothing yet. */
export const emptyPlaces: Place[] = [
  { name: "inbox", path: "inbox", shows: "Nothing waits for you" },
  { name: "inbox-answered", path: "inbox?tab=answered", shows: "Nothing was answered yet" },
  { name: "agents", path: "agents", shows: "No agents yet" },
  { name: "automations", path: "automations", shows: "No automations yet" },
  { name: "runs", path: "runs", shows: "No runs yet" },
  { name: "queues", path: "queues", shows: "No queues yet" },
  { name: "files", path: "files", shows: "No files yet" },
  { name: "skills", path: "skills", shows: "None of your own yet" },
  { name: "secrets", path: "connections", shows: "No secrets yet" },
  { name: "logins", path: "logins", shows: "No logins yet" },
];

/** The places that say what could not be loaded; the service answers every read of them with an error. */
export function failingPlaces({ checker, bankImport, bankDraft, queue, openCase, job, automation, runs }: SampleWork): Place[] {
  const shows = /^Could not load/;
  return [
    { name: "inbox", path: "inbox", shows },
    { name: "agents", path: "agents", shows },
    { name: "automations", path: "automations", shows },
    { name: "automation", path: `automations/${automation.id}`, shows },
    { name: "automation-draft", path: `automations/${automation.id}/revisions/${automation.draft}`, shows },
    { name: "agent-new", path: "agents/new", shows },
    { name: "agent", path: `agents/${checker}`, shows },
    { name: "revision", path: `agents/${bankImport}/revisions/${bankDraft}`, shows },
    { name: "runs", path: "runs", shows },
    { name: "run", path: `runs/${runs.failed}`, shows },
    { name: "queues", path: "queues", shows },
    { name: "queue", path: `queues/${queue}`, shows },
    { name: "queue-evaluation", path: `queues/${queue}?tab=evaluation`, shows },
    { name: "case", path: `queues/${queue}/cases/${openCase}`, shows },
    { name: "job", path: `queues/${queue}/jobs/${job}`, shows },
    { name: "files", path: "files", shows },
    { name: "skills", path: "skills", shows },
    { name: "secrets", path: "connections", shows },
    { name: "logins", path: "logins", shows },
    { name: "profile", path: "/profile", shows },
  ];
}

/** Lets every read of a page fail but the one that says who is signed in. */
export async function failReads(page: Page): Promise<void> {
  await page.route("**/v2/**", (route) => {
    if (route.request().url().endsWith("/v2/session")) return route.continue();
    const body = { error: "internal", message: "Something went wrong on our side. Nothing was changed." };
    return route.fulfill({ status: 500, headers: { "x-request-id": "0f4c6f5e-6c1d-4c7e-9b8e-1c2d3e4f5a6b" }, json: body });
  });
}

/** Opens a place and waits until it is drawn and at rest. */
export async function openPlace(page: Page, base: string, teamId: string, place: Place): Promise<void> {
  await page.goto(place.path.startsWith("/") ? base + place.path : `${base}/t/${teamId}/${place.path}`);
  const shows = (page.viewportSize()?.width ?? 0) < 600 ? (place.narrow ?? place.shows) : place.shows;
  await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible({ timeout: 20_000 });
  await expect(page.locator("[aria-busy=true], [role=status][aria-label=Loading]").filter({ visible: true })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  let found: T | undefined;
  await expect(async () => {
    found = await look();
    expect(found).toBeDefined();
  }).toPass({ timeout: 60_000, intervals: [200] });
  return found as T;
}
