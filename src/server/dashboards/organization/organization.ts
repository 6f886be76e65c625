import type * as contract from "#contract/dashboards/organization.ts";
import { drawPage } from "#server/dashboards/drawing/page.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { listReachableTeams } from "#server/teams/teams/teams.store.ts";
import { findShown, findSnapshots, type Snapshot } from "./snapshots.store.ts";

const shownOf = ({ id, title, team_name, published_by, taken_at }: Snapshot) => ({ id, title, team_name, published_by, taken_at });

export const dashboardOrganizationHandlers: Handlers<typeof contract> = {
  async listOrganizationDashboards({ params }, { db, caller }) {
    const own = new Set((await listReachableTeams(db, caller)).map(({ id }) => id));
    const all = await findSnapshots(db, params.orgId);
    // Those of one's own team are live there.
    return { dashboards: all.filter(({ team_id }) => !own.has(team_id)).map(shownOf) };
  },

  async viewOrganizationDashboard({ params }, { db }) {
    const [snapshot] = await findSnapshots(db, params.orgId, params.artifactId);
    const shown = snapshot && (await findShown(db, snapshot.id));
    if (!shown) throw refuse("not_found");
    const { page, answers } = shown;
    const about = snapshot.team_name;
    const html = drawPage({ ...page, title: snapshot.title }, answers, {
      theme: "both",
      locale: "en",
      links: null,
      today: answers.as_of,
      about,
    });
    return { dashboard: shownOf(snapshot), html };
  },
};
