import type { CodeStepData } from "#contract/agents/config.ts";
import { defaultTimeoutMs, mainFile } from "#contract/agents/config.ts";
import { blobKeys } from "#server/agents/code/code-blobs.store.ts";
import type { SandboxChunk, SandboxFile } from "#server/engine/sandbox/sandbox.ts";
import type { Beginning } from "./code-job.ts";
import { runInSandbox } from "./code-run.ts";
import { openCallRecord } from "#server/engine/log/call-record.ts";
import { endRun } from "#server/engine/end-run.ts";
import { askAboutCutOff } from "./outside-calls.ts";
import { createProgramCalls } from "./program-calls.ts";
import { type ProgramServices, forProgram } from "./program-services.ts";
import type { StepServices } from "#server/engine/tools/tool.ts";
import { delivered, writeHeld } from "#server/engine/log/run-log.ts";
import type { HeldRun, MessageRecord, NewMessage } from "#server/engine/log/run-record.ts";
import { storable, systemMessage } from "#server/engine/log/log-messages.ts";

/** A program is begun again after a restart of the service at most twice: three beginnings. */
const maxStarts = 3;

/** Runs a code step from its beginning to its end. */
export async function runCodeStep(
  services: StepServices,
  run: HeldRun,
  data: CodeStepData,
  log: readonly MessageRecord[],
  signal: AbortSignal,
): Promise<void> {
  const serving = forProgram(services, signal);
  if (await askAboutCutOff(services, run, log)) return;
  const record = await openCallRecord(serving, run, { begun: run.code_starts > 0 });
  if (run.code_starts - run.excused_starts >= maxStarts && !record.ended) {
    const message = "The service was restarted three times while this program ran. It was not started again.";
    return endRun(services, run, "failed", { failure: { code: "interrupted_by_restart", message } });
  }
  const transcript = createTranscript(serving, run);
  const context = { services: serving, run, files: data.files ?? [], skills: [], signal };
  const tools = await services.toolsOf(serving, run, "program");
  const callTool = createProgramCalls(context, tools, log, async () => {
    await transcript.settle();
    await record.keep();
  });
  const outcome = await runInSandbox(serving, {
    run,
    command: data.source.kind === "inline" ? { argv: ["python", mainFile] } : { shell: data.source.startCommand },
    program: await programFiles(services, run, data),
    files: context.files,
    env: { RUN_ID: run.id, RUN_MESSAGE: lastMessage(log) },
    timeoutMs: data.timeoutMs ?? defaultTimeoutMs,
    signal,
    onOutput: transcript.add,
    printed: transcript.printed,
    settle: transcript.settle,
    beginning: beginningOf(run),
    record,
    callTool,
    outside: new Set(tools.filter(({ effect }) => effect === "outside").map(({ name }) => name)),
  });
  const written = await transcript.end();
  const { failure, outputs } = outcome;
  if (signal.aborted) return;
  const kept =
    outputs.length > 0
      ? `Kept ${outputs.length === 1 ? "1 file" : `${outputs.length} files`}: ${outputs.slice(0, 20).join(", ")}`
      : undefined;
  const messages: NewMessage[] = [...written, ...(kept ? [systemMessage("session_completed", kept)] : [])];
  await endRun(services, run, failure ? "failed" : "completed", { ...(failure && { failure }), messages, closing: outcome.printed });
}

async function programFiles({ store, objects }: StepServices, run: HeldRun, data: CodeStepData): Promise<SandboxFile[]> {
  const { source } = data;
  if (source.kind === "inline") return [{ path: mainFile, open: () => Buffer.from(source.code) }];
  const files = source.bundle?.files ?? [];
  const keys = await blobKeys(
    store.db,
    run.team_id,
    files.map(({ sha256 }) => sha256),
  );
  return files.map(({ path, sizeBytes, sha256 }) => ({ path, size: sizeBytes, open: () => objects.bytes(keys.get(sha256) ?? "") }));
}

function lastMessage(log: readonly MessageRecord[]): string {
  return log.findLast((m) => m.type === "text" && m.role === "user")?.text_content ?? "";
}

function beginningOf(run: HeldRun): Beginning {
  const again = run.code_starts > 0;
  const text = again ? "The program starts again because the service was restarted while it ran." : "The program starts.";
  return {
    patch: { code_starts: run.code_starts + 1 },
    messages: [systemMessage("session_started", text)],
    also: [delivered(["queued"], "read")],
  };
}

const flushMs = 250;
/** What is passed on of what a program printed: its end. */
const printedCharacters = 100_000;

/** Turns output into messages: pieces of one stream that come within 250 ms become one, in the order they came. */
function createTranscript(services: ProgramServices, run: HeldRun) {
  let pending: NewMessage[] = [];
  let printed = "";
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  function flush(): void {
    timer = undefined;
    const messages = pending;
    pending = [];
    if (messages.length === 0) return;
    writing = writing
      .then(() => services.inTurn(() => writeHeld(services.store.db, run, {}, messages)))
      .then(() => services.live.publish({ teamId: run.team_id, topic: "run_message", id: run.id, userId: run.user_id }));
    // A lost lease shows at the end of the step; the output of a program that lost its run is dropped.
    writing.catch(() => undefined);
  }
  return {
    add({ stream, text }: SandboxChunk): void {
      if (stream === "stdout") printed = (printed + storable(text)).slice(-printedCharacters);
      const last = pending.at(-1);
      if (last?.subtype === stream) last.text_content = `${last.text_content ?? ""}${storable(text)}`;
      else pending.push({ type: "text", role: "assistant", subtype: stream, text_content: storable(text) });
      timer ??= setTimeout(flush, flushMs);
    },
    printed: () => printed.trim(),
    /** Waits until everything that came is written: what is written next comes after it. */
    async settle(): Promise<void> {
      clearTimeout(timer);
      flush();
      await writing;
    },
    /** Waits for what is being written and returns the rest, to be written together with the run's end. */
    async end(): Promise<NewMessage[]> {
      clearTimeout(timer);
      await writing;
      return pending;
    },
  };
}
