import type { InputMessage, ModelStepData } from "#contract/agents/config.ts";
import type { AnswerState } from "./answer-state.ts";
import type { FailureCode } from "#contract/runs/failures.ts";

/** A picture of a tool, as models get it. */
export interface Picture {
  readonly media_type: string;
  /** In base64. */
  readonly data: string;
}

/** The conversation in our own form; each adapter converts it. */
export type Turn =
  | { role: "user"; text: string }
  | { role: "assistant"; text: string; calls: { id: string; name: string; arguments: Record<string, unknown> }[]; state?: AnswerState }
  | { role: "tool"; results: { callId: string; name: string; value?: unknown; error?: string; pictures?: Picture[] }[] };

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Record<string, unknown>;
  /** As people know it, where that is not its name. */
  readonly known_as?: string;
}

export interface ModelRequest {
  readonly settings: ModelStepData;
  readonly instructions: string | InputMessage[];
  /** What the model may read up on, for the system's part of the conversation. */
  readonly skills: readonly { name: string; description: string }[];
  readonly turns: Turn[];
  readonly tools: ToolSpec[];
  readonly signal: AbortSignal;
}

export type ModelPart =
  | { type: "text"; text: string }
  | { type: "thinking"; text: string }
  /** All text so far was a thought. */
  | { type: "was_thought" }
  | { type: "call"; id: string; name: string; arguments: Record<string, unknown> }
  | UnreadableCall
  /** More of a call came, which is given once it is whole. */
  | { type: "call_goes_on" }
  /** The answer reached its longest before it was whole. */
  | { type: "cut" }
  /** The provider does not take this tool; it was asked without it. */
  | { type: "tool_left_out"; tool: ToolSpec; why: string }
  /** What the provider gets back with this answer. */
  | { type: "state"; state: AnswerState }
  | { type: "usage"; input: number; output: number };

/** A call whose arguments are no JSON object. Nobody carries it out: the sentence is its result, for the model to read. */
export interface UnreadableCall {
  readonly type: "unreadable_call";
  readonly id: string;
  readonly name: string;
  /** The arguments as they came. */
  readonly raw: string;
  readonly error: string;
}

/**
 * One answer of a model: a stream of parts that ends when the answer is whole. Throws {@link ModelFault}; what came before counts for nothing
 * then. Calls come last, once the provider has said how the answer ended.
 */
export interface ModelPort {
  answer(request: ModelRequest): AsyncIterable<ModelPart>;
}

/** Why a model gave no answer, in words for a person. `retryAfterMs`: a transient fault; undefined: trying again is of no use. */
export class ModelFault extends Error {
  readonly code: FailureCode;
  readonly transient: boolean;
  /** Transient, and of no use to try again once it has come twice. */
  readonly lasting: boolean;
  readonly retryAfterMs: number | undefined;
  /** What the provider says, with its words for the place in the request that it means. */
  readonly said: string | undefined;
  constructor(
    code: FailureCode,
    message: string,
    options: { transient?: boolean; lasting?: boolean; retryAfterMs?: number | undefined; said?: string | undefined } = {},
  ) {
    super(message);
    this.code = code;
    this.transient = options.transient ?? false;
    this.lasting = options.lasting ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.said = options.said;
  }
}
