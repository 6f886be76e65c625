import type { BrokenReason } from "#contract/connections/connection-words.ts";
import type { JobAct } from "#contract/queues/case-jobs.ts";
import type { FiringOutcome } from "#contract/schedules/firing-outcomes.ts";

interface Said {
  readonly title: string;
  /** Null where the title says all. */
  readonly body: string | null;
}
interface OfRun {
  readonly agent: string;
  readonly run_number: number;
}
interface OfCase {
  readonly title: string;
  readonly queue: string;
}

interface Broken {
  readonly name: string;
  readonly reason: BrokenReason;
  /** The team that grants it; null in its own. */
  readonly lent_by: string | null;
}

const longest = 500;

/** What people read of each cause. */
export const said = {
  runFailed: ({ agent, run_number, message }: OfRun & { readonly message: string | null }): Said => ({
    title: `${agent}: run ${run_number} failed`,
    body: shortened(message),
  }),
  runDone: ({ agent, run_number }: OfRun): Said => ({ title: `${agent}: run ${run_number} completed`, body: null }),
  runsFollowed: ({ agent, run_number, started }: OfRun & { readonly started: number | null }): Said => ({
    title: `${agent}: ${started ?? 0} runs followed from run ${run_number}`,
    body: "No more of them start. Check which agents start each other, then start the rest yourself.",
  }),
  runEvaluated: ({ agent, run_number }: OfRun, critical: boolean): Said => ({
    title: `${agent}: run ${run_number} fails ${critical ? "a critical" : "a"} rubric`,
    body: null,
  }),
  runsFailed: (count: string, { agent }: Pick<OfRun, "agent">): string => `${count} runs of ${agent} failed`,
  runsEvaluated: (count: string, { agent }: Pick<OfRun, "agent">, critical: boolean): string =>
    `${count} runs of ${agent} failed ${critical ? "a critical" : "a"} rubric`,
  caseFailed: ({ title, queue, reason }: OfCase & { readonly reason: string | null }): Said => ({
    title: `“${title}” failed`,
    body: shortened(reason ? `In the queue “${queue}”: ${reason}` : `In the queue “${queue}”.`),
  }),
  casesFailed: (count: string, { queue }: Pick<OfCase, "queue">): string => `${count} cases failed in ${queue}`,
  casesEvaluated: (count: string, { queue }: Pick<OfCase, "queue">, critical: boolean): string =>
    `${count} cases failed ${critical ? "a critical" : "a"} rubric in ${queue}`,
  caseEvaluated: ({ title, queue }: OfCase, critical: boolean): Said => ({
    title: `“${title}” fails ${critical ? "a critical" : "a"} rubric`,
    body: `In the queue “${queue}”.`,
  }),
  notFired: ({ agent, outcome, due }: { readonly agent: string; readonly outcome: FiringOutcome; readonly due: number }): Said => ({
    title: `${agent}: the schedule did not run`,
    body:
      outcome === "missed"
        ? `${due === 1 ? "One time was" : `${due} times were`} missed: the service was not running, or you had too many due times.`
        : whyNot[outcome],
  }),
  paused: ({ agent }: { readonly agent: string }, what: "a schedule" | "an event trigger"): Said => ({
    title: `${agent}: ${what} is paused`,
    body: "A connection that it needs is not available. Choose another one, then resume it.",
  }),
  connectionBroken: ({ name, reason, lent_by }: Broken): Said => ({
    title: `The connection “${name}” is broken`,
    body: lent_by === null ? whyBroken[reason] : `It is a connection of the team “${lent_by}”. A Manager there can reconnect it.`,
  }),
  suggested: ({ agent, title }: { readonly agent: string; readonly title: string }): Said => ({
    title: `${agent}: a suggestion waits`,
    body: shortened(title),
  }),
  generationWaits: ({
    agent,
    asks,
    summary,
  }: {
    readonly agent: string;
    readonly asks: boolean;
    readonly summary: string | null;
  }): Said => ({
    title: asks ? `${agent}: the model has a question about the change` : `${agent}: a change waits for review`,
    body: asks ? null : shortened(summary),
  }),
  dashboardFailed: ({ title, message }: { readonly title: string; readonly message: string | null }): Said => ({
    title: `“${title}” could not be written`,
    body: shortened(message),
  }),
  refreshPaused: ({ title, message }: { readonly title: string; readonly message: string | null }): Said => ({
    title: `“${title}” is no longer refreshed`,
    body: shortened(message),
  }),
  dashboardPublished: ({ title, by }: { readonly title: string; readonly by: string | null }): Said => ({
    title: `“${title}” was published to the team`,
    body: by === null ? null : `By ${by}.`,
  }),
  captureAsked: ({ process, gap }: { readonly process: string; readonly gap: string }): Said => ({
    title: `“${process}”: a capture is asked of you`,
    body: shortened(gap),
  }),
  exportEnded: ({ process, error, file }: { readonly process: string; readonly error: string | null; readonly file: string }): Said =>
    error === null
      ? { title: `“${process}” was exported`, body: `Its model is named “${file}”.` }
      : { title: `“${process}” could not be exported`, body: shortened(error) },
  jobEnded: (job: {
    readonly act: JobAct;
    readonly queue: string;
    readonly stuck: boolean;
    readonly error: string | null;
    readonly done: number;
    readonly failed: number;
  }): Said =>
    job.stuck
      ? { title: `${jobName(job.act)} in “${job.queue}” could not continue`, body: shortened(job.error) }
      : { title: `${jobName(job.act)} in “${job.queue}” is done`, body: jobCounts(job) },
};

const whyNot: Record<Exclude<FiringOutcome, "missed">, string | null> = {
  started: null,
  by_hand: null,
  overlap: null,
  missing_connection: "A connection that the revision needs is missing or broken.",
  no_live: "The agent has no live revision.",
  owner_left: "The owner of the schedule is no longer in the team.",
};

const whyBroken: Record<BrokenReason, string> = {
  invalid_grant: "The server no longer accepts its sign-in. Sign in again.",
  invalid_client: "The server no longer knows this installation. Sign in again.",
  unauthorized: "The server refused its keys. Reconnect it.",
  renewal_lost: "A renewal of its sign-in was cut off before its answer was stored. Sign in again.",
};

const jobNames: Record<Exclude<JobAct["kind"], "import">, string> = {
  status: "Change of status",
  priority: "Change of priority",
  reprocess: "Assignment of cases",
  delete: "Deletion of cases",
  clear: "Deletion of all cases",
};

function jobName(act: JobAct): string {
  return act.kind === "import" ? `Import of “${act.file_name}”` : jobNames[act.kind];
}

/** In the words of the page of the job: an import refuses rows of its file. */
function jobCounts({ act, done, failed }: { readonly act: JobAct; readonly done: number; readonly failed: number }): string {
  const isImport = act.kind === "import";
  const refused = `${failed.toLocaleString("en")} ${isImport ? (failed === 1 ? "row refused" : "rows refused") : "failed"}`;
  return `${counted(done)} ${isImport ? "added" : "done"}${failed > 0 ? `, ${refused}` : ""}.`;
}

function counted(cases: number): string {
  return `${cases.toLocaleString("en")} ${cases === 1 ? "case" : "cases"}`;
}

function shortened(text: string | null): string | null {
  return text !== null && text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text;
}
