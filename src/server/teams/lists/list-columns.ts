import { and, eq } from "drizzle-orm";
import type * as contract from "#contract/teams/list-columns.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { listColumns } from "./lists.table.ts";

export const listColumnHandlers: Handlers<typeof contract> = {
  async getListColumns({ params: { teamId, list } }, { db, caller }) {
    const [own] = await db
      .select({ hidden: listColumns.hidden })
      .from(listColumns)
      .where(and(eq(listColumns.user_id, caller.userId), eq(listColumns.team_id, teamId), eq(listColumns.list, list)));
    return { list, hidden: own?.hidden ?? [] };
  },

  async setListColumns({ params: { teamId, list }, body }, { db, caller }) {
    const hidden = [...new Set(body.hidden)];
    await db
      .insert(listColumns)
      .values({ team_id: teamId, user_id: caller.userId, list, hidden })
      .onConflictDoUpdate({ target: [listColumns.user_id, listColumns.team_id, listColumns.list], set: { hidden } });
    return { list, hidden };
  },
};
