import type * as contract from "#contract/audit/audit.ts";
import { mostCounted } from "#contract/audit/audit-words.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { pageAfterPage } from "#server/platform/db/portions.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { countEntries, pageOfEntries } from "./entries.store.ts";

const rowsAtOnce = 500;

export const auditHandlers: Handlers<typeof contract> = {
  async listAuditEntries({ params, query: { limit, after, ...by } }, { db }) {
    return inSnapshot(db, async (at) => ({
      ...(await pageOfEntries(at, params.orgId, by, { limit, after })),
      total: await countEntries(at, params.orgId, by, mostCounted + 1),
    }));
  },

  async exportAuditEntries({ params, body: { format: _, columns: _columns, ...by } }, { db, config }) {
    const read = async (after?: string) => {
      const { entries, next } = await pageOfEntries(db, params.orgId, by, { limit: rowsAtOnce, after });
      return { rows: entries, next };
    };
    const total = await countEntries(db, params.orgId, by, config.exportRows + 1);
    return { name: "audit", total, pages: pageAfterPage(await read(), read) };
  },
};
