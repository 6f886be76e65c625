import type { QueryClient } from "@tanstack/react-query";
import { call, wireOnly } from "#api/client.ts";
import { pathTo } from "#api/path-to.ts";
import type { CallInput, Reply } from "#contract/endpoint.ts";
import type { bulkReprocessCases } from "#contract/queues/case-bulk.ts";
import type { getCase } from "#contract/queues/cases.ts";
import type { RunDetails, RunRow } from "#contract/runs/run.ts";
import type { startTeamRun } from "#contract/runs/runs.ts";
import { messagesRead } from "./queries.ts";

// Without their schemas, which are in the pages of queues: see wireOnly.
const caseOf = wireOnly<typeof getCase>({
  name: "getCase",
  method: "GET",
  path: "/v2/cases/{case_id}",
  reads: ["case", "case_approval", "human_request"],
});
export const assignCases = wireOnly<typeof bulkReprocessCases>({
  name: "bulkReprocessCases",
  method: "POST",
  path: "/v2/queues/{queue_id}/cases/bulk-reprocess",
  changes: ["case", "queue", "label", "case_run", "run", "run_message", "human_request", "case_approval"],
});

/** A run as far as it is started again. */
interface Again extends Pick<RunRow, "id" | "agent_id" | "agent_name"> {
  /** What a queue started it for. A run that took a case by itself takes the next one. */
  readonly ofCase: { readonly queueId: string; readonly caseId: string } | undefined;
}

export function againOf(run: RunDetails): Again {
  return { ...run, ofCase: run.case && ofQueue(run) ? { queueId: run.case.queue_id, caseId: run.case.id } : undefined };
}

export function againOfRow(run: RunRow): Again {
  const { case_queue_id: queueId, case_queue_item_id: caseId } = run;
  return { ...run, ofCase: queueId !== null && caseId !== null && ofQueue(run) ? { queueId, caseId } : undefined };
}

const ofQueue = ({ source }: Pick<RunRow, "source">) => source === "case_trigger";

interface Sends {
  readonly start: (input: CallInput<typeof startTeamRun>) => Promise<Reply<typeof startTeamRun>>;
  readonly assign: (input: CallInput<typeof bulkReprocessCases>) => Promise<Reply<typeof bulkReprocessCases>>;
}

/** `path`: where the work is seen. `already`: why nothing was started. */
interface StartedAgain {
  readonly path: string;
  readonly said: string;
  readonly already: boolean;
}

/**
 * Starts the same agent on its live revision: with the same first message, or with the case of the run. Without its case, the run of a queue's
 * agent would take the next case or none, and its own would stay failed.
 */
export async function startAgain(client: QueryClient, teamId: string, run: Again, send: Sends): Promise<StartedAgain> {
  const { ofCase, agent_id } = run;
  if (ofCase) {
    const { queueId, caseId } = ofCase;
    const path = pathTo("/t/$teamId/queues/$queueId/cases/$caseId", { teamId, queueId, caseId });
    const { status } = (await call(caseOf, { params: { case_id: caseId } })).case;
    if (status === "pending") return { path, said: "Its case is already open", already: true };
    if (status === "completed") return { path, said: "Its case is completed", already: true };
    await send.assign({ params: { queue_id: queueId }, body: { case_ids: [caseId], agent_id } });
    return { path, said: `Case assigned to ${run.agent_name}`, already: false };
  }
  const { messages } = await client.ensureQueryData(messagesRead(run.id, 0));
  const message = messages.find(({ type, role }) => type === "text" && role === "user")?.text_content;
  const { run: next } = await send.start({ params: { teamId }, body: { agent_id, ...(message ? { message } : {}) } });
  const path = pathTo("/t/$teamId/runs/$runId", { teamId, runId: next.id });
  return { path, said: "Started again with the same first message.", already: false };
}
