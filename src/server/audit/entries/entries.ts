import type * as contract from "#contract/audit/audit.ts";
import { mostCounted } from "#contract/audit/audit-words.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { pageAfterPage } from "#server/platform/db/portions.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { countEntries, pageOfEntries, whichEntries } from "./entries.store.ts";

const rowsAtOnce = 500;

export const auditHandlers: Handlers<typeof contract> = {
  async listAuditEntries({ params, query: { limit, after, ...by } }, { db }) {
    return inSnapshot(db, async (at) => {
      const which = await whichEntries(at, params.orgId, by);
      return { ...(await pageOfEntries(at, which, { limit, after })), total: await countEntries(at, which, mostCounted + 1) };
    });
  },

  async exportAuditEntries({ params, body: { format: _, columns: _columns, ...by } }, { db, config }) {
    const which = await whichEntries(db, params.orgId, by);
    const read = async (after?: string) => {
      const { entries, next } = await pageOfEntries(db, which, { limit: rowsAtOnce, after });
      return { rows: entries, next };
    };
    const total = await countEntries(db, which, config.exportRows + 1);
    return { name: "audit", total, pages: pageAfterPage(await read(), read) };
  },
};
