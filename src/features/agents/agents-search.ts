import { readId, readFields, textUpTo } from "#ui/address.ts";

export interface AgentsSearch {
  search?: string;
  /** A folder's id, or `root` for agents in none. */
  folder?: string;
}

export const agentsFields = { search: textUpTo(200), folder: (raw: unknown) => (raw === "root" ? raw : readId(raw)) };
export const readAgentsSearch = readFields<AgentsSearch>(agentsFields);
/** What the list shows, in a few words. */
export const agentsInWords = ({ search, folder }: AgentsSearch) =>
  [folder === "root" ? "Agents in no folder" : folder ? "Agents in one folder" : "All agents", ...(search ? [`“${search}”`] : [])].join(
    ", ",
  );
