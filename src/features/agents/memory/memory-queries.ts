import { read } from "#api/query.ts";
import { getAgentMemoryFile, listAgentMemoryFiles } from "#contract/agents/memory.ts";

export function memoryRead(agentId: string) {
  return read(listAgentMemoryFiles, { params: { agent_id: agentId } });
}

export function memoryFileRead(agentId: string, path: string) {
  return read(getAgentMemoryFile, { params: { agent_id: agentId, path } });
}

/** The place of a memory file on its agent's page; without a path, of the list. */
export function memoryLink(teamId: string, agentId: string, path?: string) {
  return { to: "/t/$teamId/agents/$agentId", params: { teamId, agentId }, search: { tab: "memory", ...(path ? { open: path } : {}) } };
}
