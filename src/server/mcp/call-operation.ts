import type { FastifyInstance } from "fastify";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { asPartOfRequest } from "#server/platform/http/part-of-request.ts";
import { type GoOn, resultOf } from "./answer.ts";
import { type Arguments, requestOf } from "./request-of.ts";
import type { Offered } from "./tools.ts";

/** The request by which a tool was called. */
export interface Outer {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly remoteAddress: string;
}

/** What says who calls and from where: the operation is asked as if the caller had asked it. */
const passedOn = /^(authorization|user-agent|forwarded|via|x-real-ip|x-forwarded-.+)$/;

/** Asks an operation by its own route: access, limits and refusals are those of the request that the call stands for. */
export async function callOperation(
  http: FastifyInstance,
  { endpoint }: Offered,
  given: Arguments,
  outer: Outer,
  { from = 0, goOn }: { from?: number; goOn?: GoOn | undefined } = {},
): Promise<CallToolResult> {
  const { headers, ...request } = requestOf(endpoint, given);
  const passed = Object.fromEntries(Object.entries(outer.headers).filter(([name]) => passedOn.test(name))) as Record<string, string>;
  // `inject` begins when somebody waits for it: that has to be in here.
  const answer = await asPartOfRequest(
    async () => await http.inject({ ...request, headers: { ...passed, ...headers }, remoteAddress: outer.remoteAddress }),
  );
  return resultOf({ status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }, from, goOn);
}
