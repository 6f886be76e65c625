import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { organizationDashboardsRead } from "#features/dashboards/queries.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { ClockTime } from "#ui/time.tsx";

interface OrganizationDashboardsProps {
  teamId: string;
  orgId: string;
  /** What is looked for in their titles. */
  isSought: (title: string) => boolean;
  onClear: () => void;
}

/** What other teams show to the organization, each with the figures that its publisher saw. */
export function OrganizationDashboards({ teamId, orgId, isSought, onClear }: OrganizationDashboardsProps) {
  const dashboards = useQuery(organizationDashboardsRead(orgId));
  return (
    <Loaded query={dashboards} what="the dashboards of the organization">
      {({ dashboards: all }) => {
        const found = all.filter(({ title }) => isSought(title));
        if (all.length === 0)
          return (
            <EmptyState icon={Building2} title="Nothing from other teams">
              Dashboards that other teams publish to the organization appear here.
            </EmptyState>
          );
        if (found.length === 0) return <NoMatch what="dashboards" onClear={onClear} />;
        return (
          <ul aria-label="Dashboards of other teams" className="flex flex-col divide-y divide-line px-3 md:px-5">
            {found.map(({ id, title, team_name, published_by, taken_at }) => (
              <li key={id} className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
                <AnyLink
                  link={pathTo("/t/$teamId/dashboards/organization/$artifactId", { teamId, artifactId: id })}
                  className="min-w-0 flex-1 basis-48 font-medium break-words hover:underline"
                >
                  {title}
                </AnyLink>
                <span className="text-sm text-ink-2">
                  {team_name} · {published_by} · <ClockTime at={Date.parse(taken_at)} />
                </span>
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}
