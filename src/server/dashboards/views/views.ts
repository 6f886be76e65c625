import { editsDashboard } from "#contract/dashboards/rights.ts";
import type * as contract from "#contract/dashboards/views.ts";
import { cachedAnswers } from "#server/dashboards/answers/cached-answers.ts";
import { findVersion, headOf, teamNameOf } from "#server/dashboards/dashboards/dashboards.store.ts";
import { requireRecord, viewerOf } from "#server/dashboards/dashboards/require-dashboard.ts";
import { drawPage } from "#server/dashboards/drawing/page.ts";
import { drawThumbnail } from "#server/dashboards/drawing/thumbnail.ts";
import { listReads } from "#server/dashboards/reads/reads.store.ts";
import { pageInWork, pageLeft } from "#server/dashboards/turns/turns.store.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";

export const dashboardViewHandlers: Handlers<typeof contract> = {
  async viewDashboard({ params, body: { chosen = {}, revision_id, in_work = false } }, context) {
    const { db, team } = context;
    const edits = in_work || revision_id !== undefined;
    const dashboard = await requireRecord(context, params.artifactId, edits ? editsDashboard : undefined);
    const written = in_work ? await pageInWork(db, dashboard.id) : undefined;
    const version = revision_id === undefined ? await headOf(db, dashboard) : await findVersion(db, dashboard.id, revision_id);
    // A console that has yet to learn that the writing paused is not wrong to ask.
    const left = in_work && revision_id === undefined && !version ? await pageLeft(db, dashboard.id) : undefined;
    const page = written ?? version?.page ?? left;
    if (!page) throw refuse(revision_id === undefined ? "no_page" : "not_found");
    const answers = await cachedAnswers(context, page, chosen, viewerOf(context, dashboard));
    const reads = await listReads(db, dashboard.id, page);
    const about = await teamNameOf(db, team.id);
    const html = drawPage(page, answers, {
      theme: "both",
      locale: "en",
      links: (link) => listAddress(team.id, link),
      today: answers.as_of,
      acts: true,
      ...(about !== undefined && { about }),
    });
    const shown = written ? undefined : version;
    return { revision_id: shown?.id ?? null, version: shown?.version ?? null, page, answers, reads, html };
  },

  async getDashboardThumbnail({ params, query: { theme } }, context) {
    const dashboard = await requireRecord(context, params.artifactId);
    const head = await headOf(context.db, dashboard);
    if (!head) throw refuse("no_page");
    const answers = await cachedAnswers(context, head.page, {}, viewerOf(context, dashboard));
    return new TextEncoder().encode(drawThumbnail(head.page, answers, theme));
  },
};
