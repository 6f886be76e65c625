import { requestOf } from "#api/list-request.ts";
import { read } from "#api/query.ts";
import { automationList } from "#contract/agents/automation-list.ts";
import { getAutomationCurrent, getAutomationCurrentFlow, getAutomationRevisionFlow } from "#contract/agents/automation-flow.ts";
import { getAutomationRevision, listAutomationRevisions } from "#contract/agents/automation-revisions.ts";
import { getAutomationRevisionTriggers } from "#contract/agents/automation-triggers.ts";
import type { SearchOf } from "#contract/list.ts";
import { getAutomation, listAutomations, previewAutomationDeletion } from "#contract/agents/automations.ts";

export const automationsPerPage = 50;
export const automationRevisionsPerPage = 50;

export function automationsRead(teamId: string, { offset = 0, ...search }: SearchOf<typeof automationList> & { offset?: number }) {
  const query = { limit: automationsPerPage, offset, ...requestOf(automationList, search) };
  return read(listAutomations, { params: { teamId }, query }, { keepPrevious: true });
}

export function automationRead(automationId: string) {
  return read(getAutomation, { params: { automation_id: automationId } });
}

export function automationDeletionRead(automationId: string) {
  return read(previewAutomationDeletion, { params: { automation_id: automationId } });
}

/** The members, and what of them runs now. */
export function currentRead(automationId: string) {
  return read(getAutomationCurrent, { params: { automation_id: automationId } });
}

export function currentFlowRead(automationId: string) {
  return read(getAutomationCurrentFlow, { params: { automation_id: automationId } });
}

export function automationRevisionsRead(automationId: string, offset = 0) {
  const query = { limit: automationRevisionsPerPage, offset };
  return read(listAutomationRevisions, { params: { automation_id: automationId }, query }, { keepPrevious: true });
}

export function automationRevisionRead(automationId: string, revisionId: string) {
  return read(getAutomationRevision, { params: { automation_id: automationId, revision_id: revisionId } });
}

export function revisionFlowRead(automationId: string, revisionId: string) {
  return read(getAutomationRevisionFlow, { params: { automation_id: automationId, revision_id: revisionId } });
}

/** Which case triggers activating a revision would enable and disable. */
export function revisionTriggersRead(automationId: string, revisionId: string) {
  return read(getAutomationRevisionTriggers, { params: { automation_id: automationId, revision_id: revisionId } });
}
