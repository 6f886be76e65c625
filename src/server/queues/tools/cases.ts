import type { CaseQueues } from "#server/queues/dispatch/case-queues.ts";
import { declareCaseSchema, getCaseSchema } from "./case-schema.ts";
import { addCases, listQueueCases } from "./produce-cases.ts";
import type { Tool } from "#server/engine/tools/tool.ts";
import { claim, onOwnCase } from "./work-on-case.ts";

/** The tools for the queues that a revision names. They are made for a run: models are told which queues there are. */
export function caseTools({ produces, consumes }: CaseQueues): Tool[] {
  const known = [...new Map([...produces, ...consumes].map((queue) => [queue.id, queue])).values()];
  return [
    ...(produces.length > 0 ? [addCases(produces), listQueueCases(produces), declareCaseSchema(produces)] : []),
    ...(known.length > 0 ? [getCaseSchema(known)] : []),
    ...(consumes.length > 0 ? [claim(consumes), ...onOwnCase] : []),
  ];
}
