import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import { listAuditEntries } from "#contract/audit/audit.ts";
import { getOrgInsightsHeadline } from "#contract/teams/insights.ts";
import { isEnoughInOrganization } from "#contract/rights.ts";
import { getRetention, updateRetention } from "#contract/teams/retention.ts";
import { listOrganizationMembers } from "#contract/teams/organization-members.ts";
import { createOrgTeam } from "#contract/teams/organization-teams.ts";
import { IdChip } from "#ui/id-chip.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Page, Section } from "#ui/page.tsx";
import { OrganizationTeams } from "./organization-teams.tsx";
import { RetentionList } from "./retention-list.tsx";

const route = getRouteApi("/_app/organizations/$orgId");

/** `children`: what other parts of the console have to set for an organization. */
export function OrganizationPage({ children }: { children: ReactNode }) {
  const { orgId } = route.useParams();
  const { organizations } = useSession();
  const organization = organizations.find(({ id }) => id === orgId);
  const query = useQuery(read(getRetention, { params: { orgId } }));
  const may = (endpoint: Parameters<typeof isEnoughInOrganization>[0]) =>
    organization !== undefined && isEnoughInOrganization(endpoint, organization.role);
  return (
    <Page
      title={organization ? `${organization.name} settings` : "Organization settings"}
      meta={<IdChip id={orgId} label="Copy the organization’s id" />}
      width="reading"
    >
      <OrganizationTeams orgId={orgId} manages={may(createOrgTeam)} />
      {may(listOrganizationMembers) ? (
        <Elsewhere
          title="People"
          description="Who is in the organization, with which role. Administrators and above open every team without joining it."
          open="Open people"
          link={pathTo("/organizations/$orgId/people", { orgId })}
        />
      ) : null}
      {may(getOrgInsightsHeadline) ? (
        <Elsewhere
          title="Insights"
          description="How many runs all teams had, how many failed, and which agents and people worked."
          open="Open insights"
          link={pathTo("/organizations/$orgId/insights", { orgId })}
        />
      ) : null}
      {may(listAuditEntries) ? (
        <Elsewhere
          title="Audit log"
          description="What people, API keys and runs changed, who signed in and what was refused."
          open="Open audit log"
          link={pathTo("/organizations/$orgId/audit", { orgId })}
        />
      ) : null}
      {children}
      <Section
        title="Retention"
        description="How long this organization keeps its audit log, and what the runs and cases of all its teams leave behind."
      >
        <Loaded query={query} what="the retention of this organization" inline>
          {({ retention }) => (
            <RetentionList
              organization={{ id: orgId, name: organization?.name ?? "" }}
              retention={retention}
              manages={may(updateRetention)}
            />
          )}
        </Loaded>
      </Section>
    </Page>
  );
}

/** What has a page of its own. */
function Elsewhere({ title, description, open, link }: { title: string; description: string; open: string; link: string }) {
  const way = (
    <LinkButton size="sm" link={link}>
      {open}
    </LinkButton>
  );
  return (
    <Section title={title} description={description} aside={way}>
      {null}
    </Section>
  );
}
