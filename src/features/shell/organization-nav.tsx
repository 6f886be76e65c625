import { useLocation, useParams } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";
import { useSession, useTeam } from "#api/session.ts";
import { AnyLink } from "#ui/link.tsx";
import { organizationHref, organizationSectionsFor } from "./destinations.ts";
import { SidebarLink } from "./sidebar-link.tsx";

/** The organization of this address, else that of the team: its name leads to its settings. Only for who administers it. */
export function OrganizationNav() {
  const team = useTeam();
  const { orgId = team?.organization_id } = useParams({ strict: false }) as { orgId?: string };
  const path = useLocation({ select: (location) => location.pathname });
  const organization = useSession().organizations.find(({ id }) => id === orgId);
  const sections = organizationSectionsFor(organization?.role);
  if (!organization || sections.length === 0) return null;
  return (
    <nav aria-label="Organization" className="mt-3 flex flex-col gap-px px-2">
      <AnyLink
        link={pathTo("/organizations/$orgId", { orgId: organization.id })}
        aria-label={`${organization.name} settings`}
        className="flex h-7 min-w-0 items-center rounded-md px-2 text-xs text-ink-3 hover:text-ink-2"
      >
        <span className="truncate">{organization.name}</span>
      </AnyLink>
      {sections.map(({ segment, label, icon }) => {
        const href = organizationHref(organization.id, segment);
        return <SidebarLink key={segment} href={href} icon={icon} label={label} here={path === href || path.startsWith(`${href}/`)} />;
      })}
    </nav>
  );
}
