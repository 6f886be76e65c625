import type { Page } from "#contract/dashboards/page.ts";
import type * as contract from "#contract/dashboards/pages.ts";
import { editsDashboard } from "#contract/dashboards/rights.ts";
import { cachedAnswers } from "#server/dashboards/answers/cached-answers.ts";
import { findVersion, headOf, teamNameOf } from "#server/dashboards/dashboards/dashboards.store.ts";
import { requireRecord } from "#server/dashboards/dashboards/require-dashboard.ts";
import { documentPolicy, drawDocument } from "#server/dashboards/drawing/document.ts";
import { NoChromium, printed } from "#server/engine/browser/print.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";

/** Where a browser shows a page at an address of ours, it has no origin either. */
const shownPolicy = `${documentPolicy}; frame-ancestors 'none'; sandbox`;

type Theme = "light" | "dark" | "both";

export const dashboardPageHandlers: Handlers<typeof contract> = {
  async getDashboardHtml({ params }, context) {
    const drawn = await draw(context, await shownPage(context, params.artifactId), "both");
    context.shows(shownPolicy);
    return Buffer.from(drawn);
  },

  async exportDashboardHtml({ params, query }, context) {
    const page = await shownPage(context, params.artifactId);
    const drawn = await draw(context, page, query.theme ?? "both");
    context.attachment(`${page.title}.html`);
    return Buffer.from(drawn);
  },

  async getDashboardPdf({ params, query }, context) {
    const page = await shownPage(context, params.artifactId);
    try {
      const pdf = await printed(context.config, await draw(context, page, query.theme ?? "light"));
      context.attachment(`${page.title}.pdf`);
      return pdf;
    } catch (error) {
      if (!(error instanceof NoChromium)) throw error;
      context.log.warn({ reason: error.message }, "no dashboard can be printed");
      throw refuse("chromium_unavailable");
    }
  },

  async getDashboardVersionHtml({ params }, context) {
    const { id } = await requireRecord(context, params.artifactId, editsDashboard);
    const version = await findVersion(context.db, id, params.revisionId);
    if (!version) throw refuse("not_found");
    const drawn = await draw(context, version.page, "both");
    context.shows(shownPolicy);
    return Buffer.from(drawn);
  },
};

async function shownPage(context: Context, artifactId: string): Promise<Page> {
  const head = await headOf(context.db, await requireRecord(context, artifactId));
  if (!head) throw refuse("not_found");
  return head.page;
}

/** With the figures that the caller sees. */
async function draw(context: Context, page: Page, theme: Theme): Promise<string> {
  const { caller, team } = context;
  const answers = await cachedAnswers(context, page, {}, { teamId: team.id, userId: caller.userId, role: team.role });
  const about = await teamNameOf(context.db, team.id);
  return drawDocument(page, answers, { theme, locale: "en", links: null, today: answers.as_of, ...(about !== undefined && { about }) });
}
