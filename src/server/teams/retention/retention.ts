import type * as contract from "#contract/teams/retention.ts";
import { previewOldEntries } from "#server/audit/seals/retention.store.ts";
import { previewRemoval } from "#server/runs/retention/preview.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { readRetention, saveRetention } from "./retention.store.ts";

export const retentionHandlers: Handlers<typeof contract> = {
  async getRetention({ params }, { db }) {
    return { retention: await readRetention(db, params.orgId) };
  },

  async updateRetention({ params, body }, { db, caller }) {
    await saveRetention(db, params.orgId, body, caller.userId);
    return { retention: await readRetention(db, params.orgId) };
  },

  async previewRetention({ params, query }, { db }) {
    const { runs = null, sandboxes = null, verdicts = null, case_events = null, audit_entries = null } = query;
    const work = await previewRemoval(db, params.orgId, { runs, sandboxes, verdicts, case_events });
    return { preview: { ...work, audit_entries: await previewOldEntries(db, params.orgId, audit_entries) } };
  },
};
