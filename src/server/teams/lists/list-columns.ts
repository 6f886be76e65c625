import { and, asc, eq } from "drizzle-orm";
import type * as contract from "#contract/teams/list-columns.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { listColumns } from "./lists.table.ts";

export const listColumnHandlers: Handlers<typeof contract> = {
  async getListColumns({ params }, { db, caller }) {
    const lists = await db
      .select({ list: listColumns.list, hidden: listColumns.hidden })
      .from(listColumns)
      .where(and(eq(listColumns.user_id, caller.userId), eq(listColumns.team_id, params.teamId)))
      .orderBy(asc(listColumns.list));
    return { lists };
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
