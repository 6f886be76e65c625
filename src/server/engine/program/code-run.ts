import type { Failure } from "#contract/runs/failures.ts";
import { newId } from "#server/platform/db/columns.ts";
import { defaultLimits, type SandboxEnding, type SandboxFile, type SandboxJob, SandboxJobInvalid } from "#server/engine/sandbox/sandbox.ts";
import { findTeamFiles } from "#server/library/files/files.store.ts";
import type { SkillSummary } from "#server/engine/tools/skill-summary.ts";
import { filesOfSkill } from "#server/library/skills/skills.store.ts";
import { sandboxFiles, sandboxOf } from "#server/runs/sandboxes/sandbox-files.store.ts";
import type { ProgramEnd } from "#server/engine/log/recorded-call.ts";
import { answerCall } from "./code-calls.ts";
import type { CodeRun } from "./code-job.ts";
import { writeHeld } from "#server/engine/log/run-log.ts";
import { keepOutputs, keepable } from "./keep-outputs.ts";
import { programLog } from "./program-log.ts";
import { lastErrorLine } from "./last-error-line.ts";
import { redactOutput } from "#server/engine/secrets/redacted-output.ts";
import type { ProgramServices } from "./program-services.ts";
import { figure } from "#server/platform/metrics/metrics.ts";

const sandboxRuns = figure("caseload_sandbox_runs_total", "Programs that ended in a sandbox, by result.", "result");

/** Runs a program in a run's sandbox: with its declared files, what earlier programs of the run left, and its results kept afterwards. */
export async function runInSandbox(services: ProgramServices, job: CodeRun): Promise<ProgramEnd> {
  if (job.record.ended) return job.record.ended;
  const probe = await services.sandboxProbe();
  if (!probe.ok) return failed("sandbox_unavailable", `Code cannot run here: ${probe.reason} ${probe.remedy}`);
  const { store, objects } = services;
  const team = await findTeamFiles(store.db, job.run.team_id, job.files);
  const missing = job.files.filter((path) => !team.some((f) => f.path === path));
  if (missing.length > 0)
    return failed("missing_file", `The team has no file ${missing.join(", ")}. Upload it or remove it from the revision's files.`);
  const fresh = job.run.sandbox_id === null;
  const sandboxId = job.run.sandbox_id ?? newId();
  const stored = (file: { path: string; object_key: string; size_bytes: number }): SandboxFile => ({
    path: file.path,
    size: file.size_bytes,
    open: () => objects.bytes(file.object_key),
  });
  const left = fresh ? [] : await sandboxFiles(store.db, sandboxId);
  const leftBytes = left.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  if (leftBytes > defaultLimits.workspaceBytes) return failed("sandbox_full", `The program was not started. ${takesTooMuch(leftBytes)}`);
  const attached = await services.attachedFiles(services, job.run);
  const errors = lastErrorLine();
  const output = redactOutput(job.run.secrets.redactor, (chunk) => {
    errors.add(chunk);
    job.onOutput(chunk);
  });
  const log = programLog(output.say);
  const skills = await skillFiles(services, job.skills ?? []);
  const { env, clashes } = await services.secrets.exportedNow(services, job.run);
  const attempt: SandboxJob = {
    id: `${job.run.id}-${job.run.lease}`,
    command: job.command,
    program: job.program,
    inputs: team.map(stored),
    skills,
    env: { ...env, ...job.env },
    attachments: attached.files,
    kept: left.map(stored),
    timeoutMs: job.timeoutMs,
    signal: job.signal,
    onOutput: output.add,
    onCall(call) {
      const answer = () => answerCall(services, { ...job, attached: attached.paths, log }, call);
      // What another service takes its time for holds up no other program.
      return job.outside?.has(call.method) ? answer() : services.callSlots.use(answer, job.signal);
    },
  };
  try {
    const result = await services.sandboxSlots.use(async () => {
      await begin(services, job, fresh ? sandboxId : undefined);
      for (const clash of clashes) job.onOutput({ stream: "stderr", text: `${clash}\n` });
      for (const name of attached.left) output.say({ stream: "stderr", text: `attachments/ has no room for ${name}\n` });
      return services.sandbox.run(attempt);
    }, job.signal);
    output.end();
    const lastError = errors.line();
    services.metrics.count(sandboxRuns, { result: result.kind });
    const { kept, refused } = keepable(job.run.secrets.redactor, result.outputs);
    for (const reason of refused) output.say({ stream: "stderr", text: `${reason}\n` });
    // A record of the end says that the output is written. Without results there is none, and the output is written together with the run's end.
    if (kept.length > 0) await job.settle?.();
    const failure =
      explain(result, job.timeoutMs, lastError) ??
      (result.outputsTruncated && { code: truncatedCodes[result.outputsTruncated.cause], message: result.outputsTruncated.reason });
    const ended = (outputs: string[], full?: Failure): ProgramEnd => {
      const why = failure ?? full;
      return { outputs, printed: job.printed(), ...(why && { failure: why }) };
    };
    const { outputs, full, held } = await keepOutputs(services, job.run, sandboxId, kept, (tx, paths) => job.record.end(tx, ended(paths)));
    if (held > defaultLimits.workspaceBytes)
      output.say({ stream: "stderr", text: `${takesTooMuch(held)} No further program can start in it.\n` });
    if (full && failure) output.say({ stream: "stderr", text: `${full.message}\n` });
    return ended(outputs, full);
  } catch (error) {
    if (error instanceof SandboxJobInvalid) return failed("invalid_program", error.message);
    throw error;
  }
}

const truncatedCodes = { too_large: "output_too_large", too_many: "too_many_outputs", unusable: "invalid_output" } as const;

function takesTooMuch(bytes: number): string {
  const inMegabytes = (n: number) => Math.ceil(n / 1_048_576);
  return `The files of this sandbox take ${inMegabytes(bytes)} MB, and a program has room for ${inMegabytes(defaultLimits.workspaceBytes)} MB.`;
}

/** Every file of the skills, each skill in a folder of its name. */
async function skillFiles({ store, objects }: ProgramServices, skills: readonly SkillSummary[]): Promise<SandboxFile[]> {
  const each = await Promise.all(
    skills.map(async (skill) => {
      const files = await filesOfSkill(store.db, objects, skill);
      return files.map((file) => ({ path: `${skill.name}/${file.path}`, size: file.size_bytes, open: () => file.bytes() }));
    }),
  );
  return each.flat();
}

function failed(code: Failure["code"], message: string): ProgramEnd {
  return { failure: { code, message }, outputs: [], printed: "" };
}

/** Writes that the program begins, together with the sandbox that the run has from now on if it had none. */
async function begin(services: ProgramServices, { run, beginning }: CodeRun, newSandbox: string | undefined): Promise<void> {
  if (!beginning && !newSandbox) return;
  const { patch = {}, messages = [], also = [] } = beginning ?? {};
  const made = newSandbox === undefined ? [] : [sandboxOf(newSandbox, run)];
  const owned = newSandbox !== undefined && { sandbox_id: newSandbox };
  await writeHeld(services.store.db, run, { ...(beginning && { event: "place" }), ...patch, ...owned }, messages, [...also, ...made]);
  if (newSandbox !== undefined) run.sandbox_id = newSandbox;
  if (beginning) services.live.publish({ teamId: run.team_id, topic: "run", id: run.id, userId: run.user_id });
}

function explain(ending: SandboxEnding, timeoutMs: number, lastError: string | undefined): Failure | undefined {
  switch (ending.kind) {
    case "exited":
      if (ending.code === 0) return undefined;
      return {
        code: "code_failed",
        message: ending.signal ? `The program was stopped by ${ending.signal}.` : crashed(ending.code, lastError),
      };
    case "timed_out":
      return {
        code: "code_timed_out",
        message: `The program was stopped after ${timeoutMs >= 60_000 ? `${Math.round(timeoutMs / 6000) / 10} minutes` : `${timeoutMs / 1000} seconds`}, its time limit.`,
      };
    case "memory_exceeded":
      return { code: "code_out_of_memory", message: "The program used more than 512 MB of memory and was stopped." };
    case "output_exceeded":
      return {
        code: "code_output_too_long",
        message: "The program wrote more than 1 MB to its output and was stopped. Write results to files in output/.",
      };
    case "stopped":
      return { code: "stopped", message: "The run was stopped." };
    case "lost":
      return { code: "sandbox_lost", message: `The sandbox failed: ${ending.reason}` };
    default:
      return undefined;
  }
}

/** What a person looks for comes first: many cases that fail are told apart by it. */
function crashed(code: number | null, lastError: string | undefined): string {
  return lastError === undefined ? `The program ended with exit code ${code}.` : `${lastError} (exit code ${code})`;
}
