import type * as contract from "#contract/runs/run-export.ts";
import type { RunRow } from "#contract/runs/run.ts";
import { inArray } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { pageAfterPage } from "#server/platform/db/portions.ts";
import { totalCaches } from "#server/platform/db/total-cache.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { users } from "#server/teams/teams.table.ts";
import { listRuns } from "./run-list.store.ts";
import { runsSeenBy } from "./run-page.ts";

const cacheOf = totalCaches();
const rowsAtOnce = 500;

export const runExportHandlers: Handlers<typeof contract> = {
  async exportRuns({ body: { format: _, columns: _columns, sort_by: _sort, ...filters } }, context) {
    const { db, team, store } = context;
    const scope = runsSeenBy(team.id, whoOf(context));
    const read = async (after?: string) => {
      const { json } = await listRuns(context, cacheOf(store), [scope], { ...filters, limit: rowsAtOnce, offset: 0, after });
      const { data, total, next } = JSON.parse(json) as { data: RunRow[]; total: number; next: string | null };
      return { rows: await withNames(db, data), total, next };
    };
    const first = await read();
    return { name: "runs", total: first.total, pages: pageAfterPage(first, read) };
  },
};

async function withNames(db: Db, rows: readonly RunRow[]) {
  const ids = [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))];
  const found =
    ids.length === 0
      ? []
      : await db.select({ id: users.id, name: users.name, email: users.email }).from(users).where(inArray(users.id, ids));
  const names = new Map(found.map(({ id, name, email }) => [id, name ?? email]));
  return rows.map((row) => ({ ...row, user_name: (row.user_id && names.get(row.user_id)) || null }));
}
