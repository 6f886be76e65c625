import { requestOf } from "#api/list-request.ts";
import { read } from "#api/query.ts";
import type { SearchOf } from "#contract/list.ts";
import { listCaseApprovalRequests } from "#contract/queues/case-approvals.ts";
import { listCaseViews } from "#contract/queues/case-views.ts";
import { previewAgentCaseTriggerDeletion } from "#contract/queues/case-triggers.ts";
import { queueList } from "#contract/queues/queue-list.ts";
import { listQueueLabels, previewQueueLabelDeletion } from "#contract/queues/labels.ts";
import { getCaseQueueEvalRubrics } from "#contract/queues/queue-rubrics.ts";
import { getQueueTriggers } from "#contract/queues/queue-triggers.ts";
import { getQueue, listQueueAgents, listQueues, previewQueueDeletion } from "#contract/queues/queues.ts";

export const queuesPerPage = 100;

export function queuesRead(teamId: string, { offset = 0, ...search }: SearchOf<typeof queueList> & { offset?: number }) {
  const query = { limit: queuesPerPage, offset, ...requestOf(queueList, search) };
  return read(listQueues, { params: { teamId }, query }, { keepPrevious: true });
}

export function queueRead(queueId: string) {
  return read(getQueue, { params: { queue_id: queueId } });
}

/** What deleting the queue, or its cases only, would do. */
export function queueDeletionRead(queueId: string, only?: "cases") {
  return read(previewQueueDeletion, { params: { queue_id: queueId }, query: only ? { only } : {} });
}

export function queueAgentsRead(queueId: string) {
  return read(listQueueAgents, { params: { queue_id: queueId } });
}

export function queueTriggersRead(queueId: string) {
  return read(getQueueTriggers, { params: { queue_id: queueId } });
}

export function queueRubricsRead(queueId: string) {
  return read(getCaseQueueEvalRubrics, { params: { queue_id: queueId } });
}

/** All of them: a queue has no more than a list shows. */
export function labelsRead(queueId: string, search?: string) {
  const params = { queue_id: queueId };
  return search ? read(listQueueLabels, { params, query: { search } }, { keepPrevious: true }) : read(listQueueLabels, { params });
}

export function labelDeletionRead(queueId: string, labelId: string) {
  return read(previewQueueLabelDeletion, { params: { queue_id: queueId, label_id: labelId } });
}

export function triggerDeletionRead(agentId: string, triggerId: string) {
  return read(previewAgentCaseTriggerDeletion, { params: { agent_id: agentId, trigger_id: triggerId } });
}

export function viewsRead(queueId: string) {
  return read(listCaseViews, { params: { queue_id: queueId } });
}

export type Whose = "mine" | "team";
export const approvalsPerPage = 50;

/** What waits to be decided about cases. */
export function waitingApprovalsRead(teamId: string, whose: Whose = "mine", offset = 0) {
  const query = { limit: approvalsPerPage, offset, whose };
  return read(listCaseApprovalRequests, { params: { teamId }, query }, { keepPrevious: true });
}

export interface DecidedFilter {
  readonly whose?: "team" | undefined;
  readonly decision?: "approved" | "rejected" | undefined;
}

/** What was decided about cases. */
export function decidedApprovalsRead(teamId: string, { whose, decision }: DecidedFilter, offset = 0) {
  const query = {
    limit: approvalsPerPage,
    offset,
    whose: whose ?? ("mine" as const),
    state: "answered" as const,
    ...(decision ? { decision } : {}),
  };
  return read(listCaseApprovalRequests, { params: { teamId }, query }, { keepPrevious: true });
}
