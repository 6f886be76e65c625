import { read } from "#api/query.ts";
import { listAgents } from "#contract/agents/agents.ts";
import { getFileContent, listFiles } from "#contract/library/files.ts";

/** Every file of a team, by path. */
export const filesOf = (teamId: string) => read(listFiles, { params: { teamId } });

export const contentOf = (teamId: string, path: string) => ({
  ...read(getFileContent, { params: { teamId, path } }),
  // What is on screen may be older than what is stored; an editor must not begin with it.
  staleTime: 0,
});

/** The agents that may declare a file. A hundred is the longest page there is. */
export const agentsOf = (teamId: string) => read(listAgents, { params: { teamId }, query: { limit: 100 } });
