import { readEvery } from "#api/every.ts";
import { read } from "#api/query.ts";
import { listClarityCaptureFindings } from "#contract/clarity/artifact-imports.ts";
import { getClarityAutomation, getRevisionClarityProcess } from "#contract/clarity/automation.ts";
import { getClarityArtifactChatMessages, listClarityArtifactChatConversations } from "#contract/clarity/chat.ts";
import { listActiveClarityExports, listClarityProcessExports } from "#contract/clarity/exports.ts";
import { listConnectionTools } from "#contract/connections/connection-tools.ts";
import { signavioType } from "#contract/connections/connection-words.ts";
import { getConnectionCredentials, listConnections } from "#contract/connections/connections.ts";
import { listClarityEvidence } from "#contract/clarity/captures.ts";
import { listClarityExtraCaptureRequests } from "#contract/clarity/extra-captures.ts";
import { listClarityProcessLabels } from "#contract/clarity/labels.ts";
import { getClarityProcessLandscape } from "#contract/clarity/landscape.ts";
import { getLegacyClarityProcess } from "#contract/clarity/legacy.ts";
import { listClarityLandscapeNodePeople } from "#contract/clarity/people.ts";
import { getClarityAchieved } from "#contract/clarity/achieved.ts";
import { getClarityPromise } from "#contract/clarity/promise.ts";
import { getClarityProcess, listClarityProcesses } from "#contract/clarity/processes.ts";
import type { SnapshotKind } from "#contract/clarity/snapshot.ts";
import { getClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import { listClarityStepRuns } from "#contract/clarity/step-runs.ts";
import { listTeamMembers } from "#contract/teams/members.ts";

export function processesRead(teamId: string) {
  return readEvery(listClarityProcesses, { params: { teamId } }, ({ processes: rows, total }) => ({ rows, total }));
}

export function processRead(processId: string) {
  return read(getClarityProcess, { params: { process_id: processId }, query: { captures: "lite" } });
}

export function legacyRead(id: string) {
  return read(getLegacyClarityProcess, { params: { id } });
}

export function landscapeRead(orgId: string) {
  return read(getClarityProcessLandscape, { params: { orgId }, query: {} });
}

export function nodePeopleRead(orgId: string, nodeId: string) {
  return read(listClarityLandscapeNodePeople, { params: { orgId, nodeId } });
}

export function labelsRead(orgId: string) {
  return readEvery(listClarityProcessLabels, { params: { orgId } }, ({ data: rows, total }) => ({ rows, total }));
}

export function membersRead(teamId: string) {
  return readEvery(listTeamMembers, { params: { teamId }, query: {} }, ({ members: rows, total }) => ({ rows, total }));
}

export const evidencePerPage = 100;

/**
 * One page of what a capture is cut into. It never changes: news of the process is no reason to read it again. `status`: a recording has none before it is
 * written down.
 */
export function evidenceRead(process_id: string, capture_id: string, page: number, status = "complete") {
  const query = { limit: evidencePerPage, offset: page * evidencePerPage };
  const state = status === "complete" ? {} : { state: status };
  return { ...read(listClarityEvidence, { params: { process_id, capture_id }, query }, state), meta: { live: false } };
}

/** What of a process map no step can hold. It never changes. */
export function captureFindingsRead(process_id: string, capture_id: string) {
  return { ...read(listClarityCaptureFindings, { params: { process_id, capture_id } }), meta: { live: false } };
}

/**
 * A version never changes, but its quotes do when one of the captures goes. Nothing else is a reason to read it again: it may be archived by then, which
 * the list of versions says.
 */
export function snapshotRead(process_id: string, kind: SnapshotKind, snapshot_id: string, captures: readonly { readonly id: string }[]) {
  const params = { process_id, kind, snapshot_id };
  const state = captures.map(({ id }) => id).join();
  return { ...read(getClarityProcessSnapshot, { params }, { state, keepPrevious: true }), staleTime: "static" as const };
}

/** The agent of a process, its last draft, and what it still lacks. */
export function automationRead(process_id: string) {
  return read(getClarityAutomation, { params: { process_id } });
}

/** What a revision was built from. */
export function revisionProcessRead(build_id: string) {
  return read(getRevisionClarityProcess, { params: { build_id } });
}

/** The caller's own, the latest first. */
export function conversationsRead(process_id: string, snapshot_kind: SnapshotKind) {
  return read(listClarityArtifactChatConversations, { params: { process_id }, query: { snapshot_kind } });
}

/** What a proposal asks for; more than there are steps there is not. */
export function requestsRead(process_id: string, transformation_proposal_id: string) {
  return read(listClarityExtraCaptureRequests, { params: { process_id, transformation_proposal_id }, query: { limit: 100, offset: 0 } });
}

export function conversationRead(process_id: string, conversation_id: string) {
  return read(getClarityArtifactChatMessages, { params: { process_id, conversation_id } });
}

/** The runs that did a step, the last ones first. */
export function stepRunsRead(process_id: string, step_id: string, { failed, limit }: { failed: boolean; limit: number }) {
  const query = { step_id, limit, ...(failed && { failed: "true" as const }) };
  return read(listClarityStepRuns, { params: { process_id }, query }, { keepPrevious: true });
}

/** Where a text is in a capture, page by page. */
export function evidenceMatchesRead(process_id: string, capture_id: string, search: string, page: number) {
  const query = { search, limit: evidencePerPage, offset: page * evidencePerPage };
  return { ...read(listClarityEvidence, { params: { process_id, capture_id }, query }, { keepPrevious: true }), meta: { live: false } };
}

/** The latest first. */
export function exportsRead(process_id: string) {
  return read(listClarityProcessExports, { params: { process_id } });
}

/** The caller's own that have not ended. */
export function activeExportsRead(teamId: string) {
  return read(listActiveClarityExports, { params: { teamId } });
}

/** Where models can be made. */
export function modelingConnectionsRead(teamId: string) {
  return read(listConnections, { params: { teamId }, query: { type: signavioType, limit: 100 } });
}

/** Asks the workspace whether it lets one in. */
export function signInCheckRead(connection_id: string) {
  return read(listConnectionTools, { params: { connection_id } });
}

/** Where in the workspace, and by which names. */
export function connectionSettingsRead(connection_id: string) {
  return read(getConnectionCredentials, { params: { connection_id } });
}

/** What is promised of a process. */
export function promiseRead(process_id: string) {
  return read(getClarityPromise, { params: { process_id } });
}

/** What became of it, in weeks of the viewer's calendar. */
export function achievedRead(process_id: string, revision: "all" | "live" = "all") {
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  return read(getClarityAchieved, { params: { process_id }, query: { revision, timezone } }, { keepPrevious: true });
}
