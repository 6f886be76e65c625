import type { ModelStepData, ToolType } from "#contract/agents/config.ts";
import { textOf } from "#contract/agents/scripted-steps.ts";
import { stepHeadings } from "#contract/agents/step-headings.ts";
import { numbersFor } from "#contract/numbers-for.ts";
import { z, type $ZodType, type Output } from "#contract/zod.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Asked, AskedCall } from "#server/engine/control/asking.ts";
import type { HeldRun } from "#server/engine/log/run-record.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { SkillSummary } from "./skill-summary.ts";

/** What the steps of a run work with: the engine's services and what a model may call. */
export interface StepServices extends EngineServices {
  readonly tools: readonly Tool[];
  /** What this run may call beside them, by what its revision has. `services` are those that the calls are answered with. */
  toolsOf(services: EngineServices, run: HeldRun, by: CalledBy): Promise<readonly Tool[]>;
}

export type CalledBy = "model" | "program";

export interface ToolContext {
  readonly services: EngineServices;
  readonly run: HeldRun;
  /** Team files that the configuration declares, by path. */
  readonly files: readonly string[];
  /** What the configuration's `skills` name. */
  readonly skills: readonly SkillSummary[];
  readonly signal: AbortSignal;
}

/** For what happens inside a transaction. */
export interface StoreToolContext extends ToolContext {
  /** Runs once the effect and its result are durable. */
  afterCommit(effect: () => void): void;
}

interface ToolBase<S extends $ZodType> {
  readonly name: string;
  /**
   * The kind in a configuration's `tools` that brings it; `skills`: there whenever the configuration names one; `logins`: whenever the
   * run may use one; `steps`: whenever headings of the instructions name steps.
   */
  readonly type: ToolType | "skills" | "logins" | "steps";
  readonly description: string;
  /** As people know it, where that is not its name. */
  readonly known_as?: string;
  readonly parameters: S;
  /** JSON Schema of the arguments as another service declares it, where `parameters` says only that there are some. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** False: models are not told of it, though a call has an answer. */
  readonly offered?: boolean;
}

/** The call that is being answered. */
export interface CallContext extends ToolContext {
  readonly callId: string;
}

/**
 * Something a model can do. The kind of its effect decides how a crash is survived:
 * - `store`: everything happens in the transaction that also records the result: exactly once.
 * - `none`: it can be repeated without harm; it runs outside of a transaction.
 * - `outside`: it reaches somebody else. An intent is written first; without a result after a crash a person is asked. Where it needs an approval,
 *   a person says yes to each call before that.
 * - `end`: as `store`, and the run has done its work with it. The result names who goes on, in a run of its own or once it takes the case.
 * - `delegate`: it begins another run, as `store` does; the run waits for that one, whose end becomes the result.
 * - `ask`: it opens a request to a person, whose answer becomes the result.
 */
export type Tool<S extends $ZodType = $ZodType> =
  | (ToolBase<S> & { readonly effect: "store"; execute(tx: Db, args: Output<S>, context: StoreToolContext): Promise<unknown> })
  | (ToolBase<S> & { readonly effect: "none"; execute(args: Output<S>, context: CallContext): Promise<unknown> })
  | (ToolBase<S> & {
      readonly effect: "outside";
      /** There where a person has to approve each call: what they are asked. */
      approval?(args: Output<S>, context: ToolContext): AskedCall;
      execute(args: Output<S>, context: CallContext): Promise<unknown>;
    })
  | (ToolBase<S> & { readonly effect: "end"; execute(tx: Db, args: Output<S>, context: CallContext): Promise<TakenOver> })
  | (ToolBase<S> & { readonly effect: "delegate"; begin(tx: Db, args: Output<S>, context: CallContext): Promise<void> })
  | (ToolBase<S> & { readonly effect: "ask"; ask(args: Output<S>, context: ToolContext): Asked | Promise<Asked> });

export type TakenOver =
  | { readonly agent: string; readonly run_id: string; readonly run_number: number }
  | { readonly agent: string; readonly case_id: string };

export function tool<S extends $ZodType>(definition: Tool<S>): Tool {
  return definition;
}

/** A failure that the model should read as the call's result. */
export class ToolError extends Error {}

/** What was to be called is no longer what it was when the step began; nothing was called. */
export class ToolChanged extends ToolError {}

/** No answer came from the other side of an `outside` call: whether it took effect is for a person to find out. */
export class OutcomeUnknown extends Error {}

export function readArguments(definition: Tool, args: unknown): unknown {
  return readParameters(definition.parameters, args, "The arguments");
}

/** Throws a {@link ToolError} that names what does not fit. */
export function readParameters<S extends $ZodType>(shape: S, given: unknown, what: string): Output<S> {
  const result = z.safeParse(shape, numbersFor(shape, given));
  if (result.success) return result.data;
  const issues = result.error.issues.map((i) => `${i.path.join(".") || "arguments"}: ${i.message}`);
  throw new ToolError(`${what} do not match: ${issues.join("; ").slice(0, 1000)}`);
}

/** The tools that a configuration allows: every one when it names none, and with them those that other parts of it bring. */
export function enabledTools(all: readonly Tool[], settings: ModelStepData): Tool[] {
  const types = settings.tools?.map((t) => t.type) ?? [];
  const hasSkills = (settings.skills ?? []).length > 0;
  const hasSteps = stepHeadings(textOf(settings.input)).length > 0;
  return all.filter(({ type }) => {
    if (type === "logins") return true;
    if (type === "skills") return hasSkills;
    if (type === "steps") return hasSteps;
    return types.length === 0 || types.includes(type);
  });
}
