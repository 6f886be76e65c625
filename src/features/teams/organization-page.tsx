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

export function OrganizationPage() {
  const { orgId } = route.useParams();
  const { organizations } = useSession();
  const organization = organizations.find(({ id }) => id === orgId);
  const query = useQuery(read(getRetention, { params: { orgId } }));
  const manages = organization !== undefined && isEnoughInOrganization(updateRetention, organization.role);
  return (
    <Page
      title={organization ? `${organization.name} settings` : "Organization settings"}
      meta={<IdChip id={orgId} label="Copy the organization’s id" />}
      width="reading"
    >
      <OrganizationTeams orgId={orgId} manages={organization !== undefined && isEnoughInOrganization(createOrgTeam, organization.role)} />
      {organization && isEnoughInOrganization(listOrganizationMembers, organization.role) ? (
        <Section
          title="People"
          description="Who is in the organization, with which role. Administrators and above open every team without joining it."
          aside={
            <LinkButton size="sm" link={pathTo("/organizations/$orgId/people", { orgId })}>
              Open people
            </LinkButton>
          }
        >
          {null}
        </Section>
      ) : null}
      {organization && isEnoughInOrganization(getOrgInsightsHeadline, organization.role) ? (
        <Section
          title="Insights"
          description="How many runs all teams had, how many failed, and which agents and people worked."
          aside={
            <LinkButton size="sm" link={pathTo("/organizations/$orgId/insights", { orgId })}>
              Open insights
            </LinkButton>
          }
        >
          {null}
        </Section>
      ) : null}
      {organization && isEnoughInOrganization(listAuditEntries, organization.role) ? (
        <Section
          title="Audit log"
          description="What people, API keys and runs changed, who signed in and what was refused. Kept for a year."
          aside={
            <LinkButton size="sm" link={pathTo("/organizations/$orgId/audit", { orgId })}>
              Open audit log
            </LinkButton>
          }
        >
          {null}
        </Section>
      ) : null}
      <Section
        title="Retention"
        description="How long this organization keeps what its runs and cases leave behind. It applies to all teams."
      >
        <Loaded query={query} what="the retention of this organization" inline>
          {({ retention }) => (
            <RetentionList organization={{ id: orgId, name: organization?.name ?? "" }} retention={retention} manages={manages} />
          )}
        </Loaded>
      </Section>
    </Page>
  );
}
