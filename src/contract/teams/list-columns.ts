import { endpoint } from "#contract/endpoint.ts";
import { text } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { viewedList } from "./lists.ts";

export const ListColumns = record("ListColumns", {
  list: viewedList,
  /**
   * Columns that the caller does not want to see in this team, by the names that the console gives them; with a plus before it, one that is wanted
   * though nobody sees it from the start.
   */
  hidden: z.array(text(1, 110)).max(30),
});
export type ListColumns = z.output<typeof ListColumns>;

const area = "Team";
const access = { scope: "team", by: "teamId", role: "team:member" } as const;
const ours = "People look for different things in a list, and find their columns again on every machine.";
const params = z.strictObject({ teamId: idOf("team"), list: ListColumns.shape.list });

export const getListColumns = endpoint({
  name: "getListColumns",
  method: "GET",
  path: "/v2/teams/{teamId}/lists/{list}/columns",
  area,
  summary: "Which columns of a list the caller hides",
  access,
  reads: ["list_columns"],
  ours,
  params,
  reply: ListColumns,
});

export const setListColumns = endpoint({
  name: "setListColumns",
  method: "PUT",
  path: "/v2/teams/{teamId}/lists/{list}/columns",
  area,
  summary: "Hide columns of a list for oneself; none brings all of them back",
  access,
  changes: ["list_columns"],
  ours,
  params,
  body: z.strictObject({ hidden: ListColumns.shape.hidden }),
  reply: ListColumns,
});
