import type { Page } from "#contract/dashboards/page.ts";
import type * as contract from "#contract/dashboards/pages.ts";
import { editsDashboard } from "#contract/dashboards/rights.ts";
import { cachedAnswers } from "#server/dashboards/answers/cached-answers.ts";
import { type DashboardRecord, findVersion, headOf, teamNameOf } from "#server/dashboards/dashboards/dashboards.store.ts";
import { requireRecord, viewerOf } from "#server/dashboards/dashboards/require-dashboard.ts";
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
    const shown = await shownPage(context, params.artifactId);
    const drawn = await draw(context, shown, query.theme ?? "both");
    context.attachment(`${shown.page.title}.html`);
    return Buffer.from(drawn);
  },

  async getDashboardPdf({ params, query }, context) {
    const shown = await shownPage(context, params.artifactId);
    try {
      const pdf = await printed(context.config, await draw(context, shown, query.theme ?? "light"));
      context.attachment(`${shown.page.title}.pdf`);
      return pdf;
    } catch (error) {
      if (!(error instanceof NoChromium)) throw error;
      context.log.warn({ reason: error.message }, "no dashboard can be printed");
      throw refuse("chromium_unavailable");
    }
  },

  async getDashboardVersionHtml({ params }, context) {
    const dashboard = await requireRecord(context, params.artifactId, editsDashboard);
    const version = await findVersion(context.db, dashboard.id, params.revisionId);
    if (!version) throw refuse("not_found");
    const drawn = await draw(context, { dashboard, page: version.page }, "both");
    context.shows(shownPolicy);
    return Buffer.from(drawn);
  },
};

interface Shown {
  readonly dashboard: DashboardRecord;
  readonly page: Page;
}

async function shownPage(context: Context, artifactId: string): Promise<Shown> {
  const dashboard = await requireRecord(context, artifactId);
  const head = await headOf(context.db, dashboard);
  if (!head) throw refuse("not_found");
  return { dashboard, page: head.page };
}

/** With the figures that the caller sees. */
async function draw(context: Context, { dashboard, page }: Shown, theme: Theme): Promise<string> {
  const answers = await cachedAnswers(context, page, {}, viewerOf(context, dashboard));
  const about = await teamNameOf(context.db, context.team.id);
  return drawDocument(page, answers, { theme, locale: "en", links: null, today: answers.as_of, ...(about !== undefined && { about }) });
}
