import type * as contract from "#contract/dashboards/dashboards.ts";
import type { Parsed } from "#contract/endpoint.ts";
import { dashboardEvents } from "#contract/dashboards/events.ts";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { editsDashboard, inheritsDashboards, ownsDashboard } from "#contract/dashboards/rights.ts";
import { isBy } from "#contract/rights.ts";
import { answersOf } from "#server/dashboards/answers/answers-of.ts";
import { takeOver } from "#server/dashboards/moves/move.store.ts";
import { dropSnapshot, keepSnapshot } from "#server/dashboards/organization/snapshots.store.ts";
import { record } from "#server/platform/events/record.ts";
import { whoOf } from "#server/platform/http/access.ts";
import { type Bringing, type Context, type Handlers, askedFirst } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import {
  findDashboard,
  headOf,
  insertDashboard,
  insertVersion,
  listDashboardRows,
  patchDashboard,
  removeDashboard,
} from "./dashboards.store.ts";
import { requireIdle, requireLocked, requireOwned, requirePage, requireRecord, requireSeen, viewerOf } from "./require-dashboard.ts";
import { frequencyPatch } from "#server/dashboards/refresh/refresh.store.ts";
import { teamOfCall } from "./team-of-call.ts";

export const dashboardHandlers: Handlers<typeof contract> = {
  async listDashboards({ query: { team_id: _, ...query } }, context) {
    const { db, caller } = context;
    const team = await teamOfCall(context);
    const { artifacts, total } = await listDashboardRows(db, {
      ...query,
      teamId: team.id,
      userId: caller.userId,
      inherits: inheritsDashboards(team),
    });
    return { artifacts, total, limit: query.limit, offset: query.offset };
  },

  async getDashboard({ params }, context) {
    const artifact = await requireSeen(context, params.artifactId);
    const who = whoOf(context);
    return { artifact, is_creator: isBy(artifact.created_by_user_id, who), can_edit: editsDashboard(artifact, who) };
  },

  async updateDashboard({ params, body: { title, refresh_frequency } }, context) {
    const dashboard = await requireLocked(context, params.artifactId, editsDashboard);
    const { id, refresh_frequency: former, refresh_paused_at } = dashboard;
    const isSame = refresh_frequency === former && refresh_paused_at === null;
    const frequency = refresh_frequency === undefined || isSame ? undefined : refresh_frequency;
    await patchDashboard(context.db, id, {
      ...(title !== undefined && { title }),
      ...(frequency !== undefined && frequencyPatch(dashboard, frequency, context.clock())),
    });
    return required(context, id);
  },

  async deleteDashboard({ params }, context) {
    const { dashboard } = await requireOwned(context, params.artifactId);
    await removeDashboard(context.db, dashboard.id);
    return { success: true as const };
  },

  publishDashboard: askedFirst(figuresToShow, async ({ params, body: { visibility, permission } }, context: Context, figures) => {
    const { db, caller } = context;
    const { dashboard, left } = await requireOwned(context, params.artifactId);
    const revisionId = requirePage(dashboard);
    if (left) await takeOver(db, { artifactId: dashboard.id, revisionId, targetId: dashboard.team_id, userId: caller.userId });
    // Who may edit is said again with the next publishing.
    const publish_permission = visibility === "private" ? "view" : (permission ?? dashboard.publish_permission);
    if (figures) await keepSnapshot(db, { artifactId: dashboard.id, publisherId: caller.userId, ...figures });
    else await dropSnapshot(db, dashboard.id);
    await patchDashboard(db, dashboard.id, { visibility, publish_permission });
    return required(context, dashboard.id);
  }),

  async duplicateDashboard({ params }, context) {
    const { db, caller, team } = context;
    const dashboard = await requireLocked(context, params.artifactId);
    requireIdle(dashboard);
    const head = await headOf(db, dashboard);
    if (!head) throw refuse("no_page");
    const id = await insertDashboard(db, {
      team_id: dashboard.team_id,
      created_by_user_id: caller.userId,
      title: head.page.title,
      status: "completed",
    });
    await insertVersion(db, { artifactId: id, parentId: null, page: head.page });
    await record(db, dashboardEvents, {
      type: "dashboard.created",
      team: team.id,
      actor: { kind: "user", id: caller.userId },
      subject: id,
      data: {},
    });
    context.changed("artifact", id);
    return required(context, id);
  },
};

/**
 * What the organization will see: publishing is the agreement to show these figures. They are counted before the dashboard is locked, as that can take
 * its time, and in one snapshot.
 */
async function figuresToShow({ params, body }: Parsed<typeof contract.publishDashboard>, context: Bringing) {
  if (body.visibility !== "organization") return undefined;
  const dashboard = await requireRecord(context, params.artifactId, ownsDashboard);
  requirePage(dashboard);
  const head = await headOf(context.db, dashboard);
  return head && { page: head.page, answers: await answersOf(context.db, head.page, {}, viewerOf(context, dashboard)) };
}

async function required({ db }: Context, id: string): Promise<Artifact> {
  const found = await findDashboard(db, id);
  if (!found) throw refuse("not_found");
  return found;
}
