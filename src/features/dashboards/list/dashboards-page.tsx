import { soughtBy } from "#contract/sought.ts";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { LayoutDashboard, Plus } from "lucide-react";
import { useMay } from "#api/roles.ts";
import { useSession, useTeam } from "#api/session.ts";
import type { Artifact } from "#contract/dashboards/dashboard.ts";
import { createDashboard } from "#contract/dashboards/messages.ts";
import { titleOf } from "#features/dashboards/dashboard-words.ts";
import type { DashboardsSearch } from "#features/dashboards/dashboards-search.ts";
import { dashboardsRead, peopleRead } from "#features/dashboards/queries.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import { Select } from "#ui/select.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { Tabs } from "#ui/tabs.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import { DashboardCard } from "./dashboard-card.tsx";
import { LeftDashboard } from "./left-dashboard.tsx";
import { NewDashboard } from "./new-dashboard.tsx";
import { OrganizationDashboards } from "./organization-dashboards.tsx";
import { SketchesComing } from "./sketches-coming.tsx";

const route = getRouteApi("/_app/t/$teamId/dashboards/");

const showsAll = {
  all: () => true,
  mine: (_: Artifact, me: string) => _.created_by_user_id === me,
  team: ({ visibility }: Artifact) => visibility !== "private",
};

/** The dashboards that somebody sees in a team: their own, those that teammates published, and for Administrators what former members left. */
export function DashboardsPage() {
  const { teamId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { user } = useSession();
  const team = useTeam();
  const mayAsk = useMay(createDashboard);
  const own = useQuery(dashboardsRead(teamId, "created"));
  const others = useQuery(dashboardsRead(teamId, "team"));
  const people = useQuery(peopleRead(teamId));
  const all = own.data && others.data && [...own.data, ...others.data].toSorted((a, b) => b.updated_at.localeCompare(a.updated_at));
  const nameOf = (id: string) => {
    const found = people.data?.find((each) => each.id === id);
    return found ? (found.name ?? found.email) : people.data ? "Former member" : "";
  };
  const change = (next: Partial<DashboardsSearch>, step?: { replace: boolean }) =>
    void navigate({ search: (now) => ({ ...now, ...next }), ...step });
  const begin = () => change({ ask: true });
  usePageActions(mayAsk ? [{ id: "new-dashboard", label: "New dashboard", icon: Plus, run: begin }] : []);
  useShortcuts("Dashboards", mayAsk ? [{ keys: "n", label: "New dashboard", run: begin }] : []);
  const add = mayAsk ? (
    <Button tone="primary" icon={Plus} onClick={begin}>
      New dashboard
    </Button>
  ) : null;
  const { show = "all", by, search: text = "" } = search;
  const isSought = soughtBy(text);
  const elsewhere = show === "organization";
  const inTab = elsewhere ? [] : all?.filter((each) => showsAll[show](each, user.id));
  const found = inTab?.filter((each) => (by === undefined || each.created_by_user_id === by) && isSought(titleOf(each)));
  const owners = [...new Set(all?.map((each) => each.created_by_user_id))].map((id) => ({ value: id, label: nameOf(id) }));
  const query = {
    data: found,
    error: own.error ?? others.error,
    failureReason: own.failureReason ?? others.failureReason,
    refetch: () => Promise.all([own.refetch(), others.refetch()]),
  };
  const count = (which: keyof typeof showsAll) => all?.filter((each) => showsAll[which](each, user.id)).length;
  return (
    <Page title="Dashboards" actions={all?.length === 0 ? null : add}>
      <Tabs
        label="Which dashboards"
        tabs={[
          { value: "all", label: "All", count: count("all") },
          { value: "mine", label: "Mine", count: count("mine") },
          { value: "team", label: "Team", count: count("team") },
          { value: "organization", label: "Organization" },
        ]}
        value={show}
        onChange={(next) => void navigate({ search: ({ show: _, ...now }) => (next === "all" ? now : { ...now, show: next }) })}
      />
      <Toolbar
        label="Filters"
        unseen={all?.length === 0 && !elsewhere}
        end={found && !elsewhere ? <span className="text-sm text-ink-3">{counted(found.length, "dashboard", "dashboards")}</span> : null}
      >
        <SearchBox label="Search dashboards" value={text} onSearch={(next, step) => change({ search: next || undefined }, step)} />
        {elsewhere ? null : (
          <div className="w-40">
            <Select
              aria-label="Made by"
              empty="Anyone"
              options={owners}
              value={by ?? ""}
              onChange={({ target: { value } }) => change({ by: value || undefined })}
            />
          </div>
        )}
      </Toolbar>
      <div className="min-h-0 flex-1 overflow-y-auto" data-scroll-restoration-id="dashboards">
        {elsewhere && team?.organization_id ? (
          <OrganizationDashboards
            teamId={teamId}
            orgId={team.organization_id}
            isSought={isSought}
            onClear={() => void navigate({ search: { show } })}
          />
        ) : (
          <Loaded query={query} what="the dashboards" skeleton={<SketchesComing />}>
            {(rows) =>
              rows.length > 0 ? (
                <ul
                  aria-label="Dashboards"
                  className="grid grid-cols-1 gap-x-6 gap-y-4 px-3 py-4 sm:grid-cols-[repeat(auto-fill,minmax(248px,1fr))] sm:gap-y-7 md:px-5 md:py-5"
                >
                  {rows.map((artifact) => {
                    const Card =
                      artifact.visibility === "private" && artifact.created_by_user_id !== user.id ? LeftDashboard : DashboardCard;
                    return <Card key={artifact.id} teamId={teamId} artifact={artifact} owner={nameOf(artifact.created_by_user_id)} />;
                  })}
                </ul>
              ) : all?.length === 0 ? (
                <EmptyState icon={LayoutDashboard} title="No dashboards yet" action={add}>
                  A dashboard is a page of live figures about this team&apos;s runs, cases and schedules. Say what you want to know, and an
                  agent writes it.
                </EmptyState>
              ) : (
                <NoMatch what="dashboards" onClear={() => void navigate({ search: {} })} />
              )
            }
          </Loaded>
        )}
      </div>
      <NewDashboard teamId={teamId} open={search.ask === true} onClose={() => void navigate({ search: ({ ask: _, ...now }) => now })} />
    </Page>
  );
}
