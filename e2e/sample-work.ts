import { createAgentFolder, moveAgentsToFolder } from "#contract/agents/agent-folders.ts";
import { listAgents } from "#contract/agents/agents.ts";
import { listAgentRevisions, updateRevision } from "#contract/agents/revisions.ts";
import { getClarityProcess, listClarityProcesses } from "#contract/clarity/processes.ts";
import { listConnections } from "#contract/connections/connections.ts";
import { attachRevisionLogin, createCredential } from "#contract/connections/logins.ts";
import { listDashboards } from "#contract/dashboards/dashboards.ts";
import { listSystemSkills } from "#contract/library/skills.ts";
import { startCaseJob } from "#contract/queues/case-jobs.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueueLabel } from "#contract/queues/labels.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { getRunDetails, listTeamRuns, stopRun } from "#contract/runs/runs.ts";
import { listTeamSchedules } from "#contract/schedules/schedule-firings.ts";
import { sendTestEvent } from "#contract/schedules/webhook-source-events.ts";
import { listWebhookSources } from "#contract/schedules/webhook-sources.ts";
import { getSession } from "#contract/teams/session.ts";
import { type AutomatedWork, automate } from "./automated-work.ts";
import { type JobWork, workThroughJobs } from "./job-work.ts";
import { approveSome, attachFiles, type JudgedCases, judgedCase } from "./sample-cases.ts";
import type { Service } from "./service.ts";
import type { TeamWork } from "./team-work.ts";
import { typeCases } from "./typed-work.ts";
import { until } from "./until.ts";

/** Ids in a team that holds the sample workspace. */
export interface SampleWork {
  readonly checker: string;
  readonly bankImport: string;
  readonly bankDraft: string;
  readonly systemSkill: string;
  readonly queue: string;
  readonly openCase: string;
  /** A queue with a schema, a case that fits it, an import of which not all did, and a queue that should have a schema and has none. */
  readonly typed: { readonly queue: string; readonly case: string; readonly imported: string; readonly undeclared: string };
  readonly job: string;
  readonly jobs: JobWork;
  readonly worked: JudgedCases;
  readonly login: string;
  /** A connection whose server answers. */
  readonly connection: string;
  /** A paused schedule, and whose agent it starts. */
  readonly schedule: { readonly agent: string; readonly id: string };
  /** A webhook source that took an event. */
  readonly source: string;
  readonly organization: string;
  /** The sample process with the version that is live, and one of its captures. */
  readonly process: { readonly id: string; readonly version: string; readonly capture: string };
  readonly automation: AutomatedWork;
  /** A folder with agents in it, and one in it without. */
  readonly folders: { readonly full: string; readonly empty: string };
  readonly runs: { readonly completed: string; readonly failed: string; readonly approval: string; readonly question: string };
  /** A run that handed its work over, and the one that took it. */
  readonly handover: { readonly from: string; readonly to: string };
}

/** The sample process, which is handed over by now. */
async function processOf(team: TeamWork): Promise<SampleWork["process"]> {
  const { processes } = await team.call(listClarityProcesses, { params: { teamId: team.teamId }, query: {} });
  const id = processes[0]?.id ?? "";
  const { captures, current_process_versions } = await team.call(getClarityProcess, {
    params: { process_id: id },
    query: { captures: "lite" },
  });
  return { id, version: current_process_versions[0]?.id ?? "", capture: captures[0]?.id ?? "" };
}

/** Waits until the sample workspace has come to rest, answers and stops some of it, and says where everything is. */
export async function prepareSample(team: TeamWork, service: Service): Promise<SampleWork> {
  const params = { teamId: team.teamId };
  const all = async () => (await team.call(listTeamRuns, { params, query: { limit: "100" } })).data;
  const first = await until(async () => {
    const rows = await all();
    // Seven that the sample starts, and one for each of its 36 cases.
    return rows.length >= 43 && rows.every(({ status }) => ["waiting", "completed", "failed"].includes(status)) ? rows : undefined;
  });
  await until(async () => {
    const { artifacts } = await team.call(listDashboards, { query: { team_id: team.teamId } });
    return (artifacts.length === 3 && artifacts.every(({ status }) => status === "completed")) || undefined;
  });
  const process = await processOf(team);
  const { agents } = await team.call(listAgents, { params, query: {} });
  const { schedules } = await team.call(listTeamSchedules, { params, query: {} });
  const { integrations } = await team.call(listConnections, { params, query: {} });
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
  await approveSome(team);
  const typed = await typeCases(team);
  const jobs = await workThroughJobs(team, service);
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
  const { session } = await team.call(getSession, {});
  return {
    automation,
    process,
    organization: session.organizations[0]?.id ?? "",
    folders,
    handover,
    worked,
    connection: integrations[0]?.id ?? "",
    login: await attachLogin(team, { agentId: agentOf("Bank import"), buildId: bankDraft }),
    schedule: { agent: agentOf("Month report"), id: schedules[0]?.id ?? "" },
    source: await eventAt(team),
    checker: agentOf("Invoice checker"),
    bankImport: agentOf("Bank import"),
    bankDraft,
    systemSkill: (await team.call(listSystemSkills, {})).skills.find(({ name }) => name === "csv-with-python")?.id ?? "",
    queue: queue.id,
    openCase: added_cases[0]?.id ?? "",
    typed,
    job: job.id,
    jobs,
    runs: {
      completed: runOf("Invoice checker"),
      failed: runOf("Bank import"),
      approval: runOf("Payment approval"),
      question: runOf("Supplier letter"),
    },
  };
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

/** An event that no trigger's filter lets through. Returns the source that took it. */
async function eventAt(team: TeamWork): Promise<string> {
  const { sources } = await team.call(listWebhookSources, { params: { teamId: team.teamId }, query: {} });
  const source_id = sources[0]?.id ?? "";
  await team.call(sendTestEvent, { params: { source_id }, body: { payload: { type: "invoice.paid", data: { amount: 250 } } } });
  return source_id;
}
