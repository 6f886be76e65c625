import { requestOf } from "#api/list-request.ts";
import { read } from "#api/query.ts";
import { agentList } from "#contract/agents/agent-list.ts";
import { listAgentCallers, previewAgentDeletion } from "#contract/agents/agent-ties.ts";
import { getRevisionAccess } from "#contract/agents/access.ts";
import { listAgentFolders, previewAgentFolderDeletion } from "#contract/agents/agent-folders.ts";
import { getAgent, listAgents } from "#contract/agents/agents.ts";
import { getRevisionGeneration, listOpenBuilderRuns, listRevisionGenerations } from "#contract/agents/builder-runs.ts";
import { getCodeBlob } from "#contract/agents/code-blobs.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { SearchOf } from "#contract/list.ts";
import { getRevision, listAgentRevisions, type Revision } from "#contract/agents/revisions.ts";

export const agentsPerPage = 50;
export const revisionsPerPage = 50;

export function agentsRead(teamId: string, { offset = 0, ...search }: SearchOf<typeof agentList> & { offset?: number }) {
  const query = { limit: agentsPerPage, offset, health: "any" as const, ...requestOf(agentList, search) };
  return read(listAgents, { params: { teamId }, query }, { keepPrevious: true });
}

export function foldersRead(teamId: string) {
  return read(listAgentFolders, { params: { teamId } });
}

export function agentRead(agentId: string) {
  return read(getAgent, { params: { agent_id: agentId } });
}

/** Who passes work to an agent. */
export function callersRead(agentId: string) {
  return read(listAgentCallers, { params: { agent_id: agentId } });
}

export function deletionRead(agentId: string) {
  return read(previewAgentDeletion, { params: { agent_id: agentId } });
}

export function folderDeletionRead(folderId: string) {
  return read(previewAgentFolderDeletion, { params: { folder_id: folderId } });
}

export function revisionsRead(agentId: string, offset = 0) {
  return read(listAgentRevisions, { params: { agent_id: agentId }, query: { limit: revisionsPerPage, offset } }, { keepPrevious: true });
}

export function revisionRead(agentId: string, buildId: string) {
  return read(getRevision, { params: { agent_id: agentId, build_id: buildId } });
}

/** What runs of a revision can reach. */
export function accessRead({ id, agent_id }: Pick<Revision, "id" | "agent_id">) {
  return read(getRevisionAccess, { params: { agent_id, build_id: id } });
}

/** The latest builder run of a revision, with what it proposes. */
export function generationRead(buildId: string) {
  return read(getRevisionGeneration, { params: { build_id: buildId } });
}

/** The prompts of a revision, latest first. */
export function generationsRead(buildId: string) {
  return read(listRevisionGenerations, { params: { build_id: buildId }, query: { limit: 100 } });
}

/** What waits for a review anywhere in the team, longest wait first. */
export function openReviewsRead(teamId: string) {
  return read(listOpenBuilderRuns, { params: { teamId }, query: { limit: 100 } });
}

/** The live revision, or null. */
export function liveRevisionRead(agentId: string) {
  const live = read(listAgentRevisions, { params: { agent_id: agentId }, query: { limit: 1, offset: 0, status: "live" } });
  return { ...live, select: onlyOne };
}

const onlyOne = ({ builds }: Reply<typeof listAgentRevisions>) => builds[0] ?? null;

export function codeBlobRead(teamId: string, sha256: string) {
  // A digest names its bytes for good.
  return { ...read(getCodeBlob, { params: { teamId, sha256 } }), staleTime: Number.POSITIVE_INFINITY };
}
