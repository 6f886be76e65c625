import { useQuery } from "@tanstack/react-query";
import { read } from "#api/query.ts";
import type { Case } from "#contract/queues/case.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import {
  getCaseJsonSchema,
  getQueueJsonSchema,
  listJsonSchemaFamilies,
  listQueueJsonSchemaVersions,
  previewQueueJsonSchemaDetachment,
} from "#contract/queues/queue-json-schema.ts";
import type { LoadedQuery } from "#ui/loaded.tsx";

export function queueSchemaRead(queueId: string) {
  return read(getQueueJsonSchema, { params: { queue_id: queueId } });
}

/** What detaching the fields would stop. */
export function detachmentRead(queueId: string) {
  return read(previewQueueJsonSchemaDetachment, { params: { queue_id: queueId } });
}

export function schemaVersionsRead(queueId: string) {
  return read(listQueueJsonSchemaVersions, { params: { queue_id: queueId }, query: { limit: 20 } });
}

export function schemaFamiliesRead(teamId: string) {
  return read(listJsonSchemaFamilies, { params: { teamId }, query: { limit: 100 } });
}

/** The version that a case is typed by. */
export function caseSchemaRead(caseId: string) {
  return read(getCaseJsonSchema, { params: { case_id: caseId } });
}

/** What data is going to be checked against. */
export interface DataCheck {
  readonly schema: CaseSchema | null;
  /** Every case of the queue has to be typed. */
  readonly guarded: boolean;
}

/** For a new case, or for a change of `one`: a typed case keeps its own schema where the queue has none any more. */
export function useDataCheck(queueId: string, one?: Case): LoadedQuery<DataCheck> {
  const queue = useQuery(queueSchemaRead(queueId));
  const alone = queue.data?.schema === null && (one?.json_schema_id ?? null) !== null;
  const own = useQuery({ ...caseSchemaRead(one?.id ?? ""), enabled: alone });
  const { error, failureReason, refetch } = alone ? own : queue;
  const found = alone ? own.data : queue.data;
  const data = found && { schema: found.schema, guarded: queue.data?.guarded ?? false };
  return { data, error, failureReason, refetch };
}
