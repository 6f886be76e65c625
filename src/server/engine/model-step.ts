import { type SQL, and, asc, eq, gte, sql } from "drizzle-orm";
import type { ModelStepData } from "#contract/agents/config.ts";
import { listAttachedLogins } from "#server/connections/logins.store.ts";
import { newId } from "#server/db/columns.ts";
import { runDrafts, runMessages } from "#server/db/tables/runs.ts";
import { findSkills, type SkillSummary } from "#server/library/skills.store.ts";
import { toTurns } from "./conversation.ts";
import { findCaseQueues } from "./cases/case-queues.ts";
import { endRun, runChanged } from "./end-run.ts";
import { evaluationDue } from "./evaluation/evaluation.store.ts";
import { withNext } from "./handover.ts";
import { toolSpecs } from "./models/tool-specs.ts";
import { findPeers } from "./peers.ts";
import {
  LeaseLost,
  type MessageRecord,
  type NewMessage,
  type RunPatch,
  type HeldRun,
  announcement,
  delivered,
  draftDone,
  storable,
  storableJson,
  systemMessage,
  writeHeld,
} from "./run-log.ts";
import type { EngineServices } from "./services.ts";
import { answerCalls } from "./tool-calls.ts";
import { browserTools } from "./tools/browser.ts";
import { caseTools } from "./tools/cases.ts";
import { peerTools } from "./tools/peers.ts";
import { type Tool, enabledTools } from "./tools/tool.ts";

/** A run that has not come to an end after this many answers of its model is going round in circles. */
const maxTurns = 200;

/**
 * Works on a model step until it ends, waits for a person, or is stopped. Each round reads the log and does the one thing that is next:
 * answer open calls, or ask the model. The log is the only state, so any process can go on at any point.
 */
export async function runModelStep(
  services: EngineServices,
  run: HeldRun,
  data: ModelStepData,
  initial: readonly MessageRecord[],
  signal: AbortSignal,
): Promise<void> {
  const log = [...initial];
  const peers = peerTools(await findPeers(services.store.db, run));
  const cases = caseTools(await findCaseQueues(services.store.db, run));
  const logins = run.has_credentials ? await listAttachedLogins(services.store.db, run.build_id, run.user_id) : [];
  const tools = enabledTools([...services.tools, ...cases, ...peers, ...browserTools(logins)], data).filter(
    (tool) => tool.type !== "memory" || run.memory,
  );
  const skills = await findSkills(services.store.db, run.team_id, data.skills ?? []);
  const missing = (data.skills ?? []).filter((id) => !skills.some((skill) => skill.id === id));
  if (missing.length > 0) {
    const message = `The revision uses a skill that does not exist any more: ${missing.join(", ")}. Take it out of the revision, or choose another.`;
    return endRun(services, run, "failed", { failure: { code: "missing_skill", message } });
  }
  while (!signal.aborted) {
    const answered = new Set(log.filter((m) => m.type === "tool_result").map((m) => m.tool_call_id));
    const open = log.filter((m) => m.type === "tool_call" && !answered.has(m.tool_call_id));
    if (open.length > 0) {
      const waiting = await answerCalls(services, { run, files: data.files ?? [], skills, signal, services }, tools, open);
      if (waiting) return;
    } else {
      const turn = 1 + Math.max(0, ...log.map((m) => m.turn));
      if (turn > maxTurns) {
        const message = `The model gave ${maxTurns} answers without coming to an end.`;
        return endRun(services, run, "failed", { failure: { code: "turn_limit", message } });
      }
      const ended = await askModel(services, run, data, { tools, skills, log, turn, signal });
      if (ended) return;
    }
    log.push(...(await readLog(services, run.id, log.length)));
  }
}

/** The messages of a run from position `from` on. */
export async function readLog(services: Pick<EngineServices, "store">, runId: string, from = 0): Promise<MessageRecord[]> {
  return services.store.db
    .select()
    .from(runMessages)
    .where(and(eq(runMessages.run_id, runId), gte(runMessages.seq, from)))
    .orderBy(asc(runMessages.seq));
}

interface Turn {
  readonly tools: readonly Tool[];
  readonly skills: readonly SkillSummary[];
  readonly log: readonly MessageRecord[];
  readonly turn: number;
  readonly signal: AbortSignal;
}

/** One answer of the model. Returns whether the run came to its end with it. */
async function askModel(
  services: EngineServices,
  run: HeldRun,
  data: ModelStepData,
  { tools, skills, log, turn, signal }: Turn,
): Promise<boolean> {
  const draft = createDraft(services, run);
  const answer = { text: "", thinking: "", calls: [] as NewMessage[], input: 0, output: 0 };
  const request = {
    settings: data,
    instructions: data.input,
    skills,
    turns: toTurns(log),
    tools: toolSpecs(tools.filter((t) => t.offered !== false)),
    signal,
  };
  try {
    for await (const part of services.model(data.model).answer(request)) {
      if (part.type === "text") {
        answer.text += part.text;
        draft.add(part.text);
      } else if (part.type === "thinking") answer.thinking += part.text;
      else if (part.type === "usage") Object.assign(answer, { input: part.input, output: part.output });
      else
        answer.calls.push({
          type: "tool_call",
          role: "assistant",
          turn,
          tool_call_id: part.id,
          tool_name: part.name,
          tool_arguments: storableJson(part.arguments) as Record<string, unknown>,
        });
    }
  } finally {
    await draft.end();
  }
  services.metrics.count("caseload_model_tokens_total", { direction: "input" }, answer.input);
  services.metrics.count("caseload_model_tokens_total", { direction: "output" }, answer.output);
  const parts: NewMessage[] = [];
  if (answer.thinking) parts.push({ type: "thinking", role: "assistant", turn, text_content: storable(answer.thinking) });
  if (answer.text) parts.push({ id: draft.id, type: "text", role: "assistant", turn, text_content: storable(answer.text.trimEnd()) });
  const calls = uniqueCalls(answer.calls, log);
  return commitAnswer(services, run, [...parts, ...calls], {
    news: log.some((m) => m.delivery === "queued" || m.delivery === "read"),
    input: answer.input,
    output: answer.output,
    final: calls.length === 0,
    draft: draft.stored(),
    log: log.length,
  });
}

interface Answer {
  /** Whether people wrote something that this answers. */
  news: boolean;
  input: number;
  output: number;
  final: boolean;
  /** Whether people could already read a part of it. */
  draft: boolean;
  /** Messages that the model has seen. */
  log: number;
}

/** Records an answer and, when it calls nothing and nobody has written meanwhile, the end of the run. */
async function commitAnswer(services: EngineServices, run: HeldRun, parts: NewMessage[], answer: Answer): Promise<boolean> {
  const progress = { input_tokens: answer.input, output_tokens: answer.output, attempt: 0, retry_reason: null };
  const also = [
    ...(answer.news ? [delivered(["queued", "read"], "acted_on", answer.log)] : []),
    // A worker before this one may have left a draft; of our own we know.
    ...(answer.draft || run.lease > 1 ? [draftDone] : []),
  ];
  const ended = answer.final && (await complete(services, run, parts, progress, also, answer.log));
  if (!ended) await writeHeld(services.store.db, run, progress, parts, also);
  runChanged(services, run);
  return ended;
}

/** Ends the run with its last answer, unless somebody wrote after what the model has seen (or the lease is lost). */
async function complete(
  services: EngineServices,
  run: HeldRun,
  parts: NewMessage[],
  progress: RunPatch,
  also: SQL[],
  seen: number,
): Promise<boolean> {
  const ending = { event: "complete", completed_at: services.clock().toISOString(), lease_until: null } as const;
  const held = { ...run, messageCount: seen };
  const announced = [...also, evaluationDue, ...announcement(run, "run_completed", "completed")];
  const closing = parts.find((p) => p.type === "text")?.text_content ?? "";
  try {
    await withNext(services, run, closing, (tx, notes) =>
      writeHeld(
        tx,
        held,
        { ...progress, ...ending },
        [...parts, systemMessage("session_completed", "The work is done."), ...notes],
        announced,
      ),
    );
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    throw error;
  }
  services.metrics.count("caseload_runs_ended_total", { status: "completed" });
  services.runEnded(run);
  if (run.webhook_url) services.wakeWebhooks();
  return true;
}

/** Providers repeat ids over answers; within a run a call's id has to be its own. */
function uniqueCalls(calls: NewMessage[], log: readonly MessageRecord[]): NewMessage[] {
  const used = new Set(log.map((m) => m.tool_call_id));
  return calls.map((call) => {
    const id = call.tool_call_id && !used.has(call.tool_call_id) ? call.tool_call_id : `${call.tool_call_id ?? "call"}_${newId()}`;
    used.add(id);
    return { ...call, tool_call_id: id };
  });
}

const draftMs = 700;

/** What the model is writing, stored every 700 ms so that people see it grow. A short answer never gets one. */
function createDraft(services: EngineServices, run: HeldRun) {
  const id = newId();
  let timer: NodeJS.Timeout | undefined;
  let text = "";
  const shown = run.secrets.redactor.stream();
  let writing: Promise<unknown> | undefined;
  function store(): void {
    timer = undefined;
    const text_content = storable(text);
    // Only as long as the run is this worker's: of another one's answer it knows nothing.
    writing = services.store.db
      .execute(
        sql`insert into ${runDrafts} (run_id, id, text_content)
          select id, ${id}::uuid, ${text_content} from runs where id = ${run.id} and lease = ${run.lease}
          on conflict (run_id) do update set id = excluded.id, text_content = excluded.text_content`,
      )
      .then(() => services.live.publish({ teamId: run.team_id, topic: "run_messages", id: run.id, userId: run.user_id }))
      .catch(() => undefined);
  }
  return {
    id,
    stored: () => writing !== undefined,
    add(piece: string): void {
      text += shown.push(piece);
      timer ??= setTimeout(store, draftMs);
    },
    async end(): Promise<void> {
      clearTimeout(timer);
      await writing;
    },
  };
}
