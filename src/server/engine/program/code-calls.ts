import { createHash } from "node:crypto";
import { text } from "#contract/fields.ts";
import { z, type $ZodType, type Output } from "#contract/zod.ts";
import type { SandboxCall } from "#server/engine/sandbox/sandbox.ts";
import { readParameters, ToolError } from "#server/engine/tools/tool.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { describe } from "#server/platform/work/describe.ts";
import type { CodeRun } from "./code-job.ts";
import type { Calling, ProgramCall } from "./program-call.ts";
import type { ProgramServices } from "./program-services.ts";

/** Bytes of one answer. */
export const maxReadBytes = 1_000_000;

const logged = z.strictObject({ message: text(0, 100_000), fields: z.record(z.string(), z.unknown()) });

type Answering = Pick<ProgramServices, "store" | "objects" | "live" | "log" | "programCalls">;

export interface CallingRun extends Pick<CodeRun, "run" | "record" | "files" | "callTool">, Pick<Calling, "attached"> {
  log(text: string): void;
}

/**
 * What a program may ask of us over its socket: the calls of areas, a line for its log, and the run's own tools. Every change goes through the
 * run's lease, so a program that lost its run changes nothing, and stands in the record, so one that a restart began again repeats nothing. What
 * fails inside of the service is for its log, not for a program that prints it.
 */
export async function answerCall(services: Answering, job: CallingRun, call: SandboxCall): Promise<unknown> {
  try {
    return await answer(services, job, call);
  } catch (error) {
    if (error instanceof ToolError || error instanceof Refusal) throw error;
    services.log.warn({ run: job.run.id, error: describe(error) }, "a call of a program was not answered");
    throw new Error("The service could not answer this call.", { cause: error });
  }
}

async function answer(services: Answering, job: CallingRun, { method, params }: SandboxCall): Promise<unknown> {
  const call = services.programCalls.find((one) => one.method === method);
  if (call) return call.answer({ ...job, services, method }, params);
  if (method === "log") {
    const { message, fields } = readParameters(logged, params, "The parameters of log");
    job.log(`${message}${Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : ""}\n`);
    return null;
  }
  if (job.callTool) return job.callTool(method, params);
  throw new ToolError(unknownCall(services, method));
}

/** `brought`: what the run's own tools add to the calls that there are. */
export function unknownCall({ programCalls }: Pick<ProgramServices, "programCalls">, name: string, brought = ""): string {
  const groups = new Set(programCalls.map(({ method }) => method.replace(/[.].*/, ".*")));
  return `There is no call ${name} here. Known: ${[...groups].toSorted().join(", ")}, log${brought}.`;
}

/** A call with parameters: what does not fit them is its answer. */
export function programCall<S extends $ZodType>(
  method: string,
  parameters: S,
  work: (calling: Calling, parameters: Output<S>) => Promise<unknown>,
): ProgramCall {
  return { method, answer: (calling, given) => work(calling, readParameters(parameters, given, `The parameters of ${method}`)) };
}

/** Of content, so that a change need not be kept whole to be told from another one. */
export function digest(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url");
}
