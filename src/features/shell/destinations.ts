import {
  Bell,
  ChartColumn,
  BookOpen,
  Bot,
  Building2,
  CalendarClock,
  Gauge,
  House,
  Inbox,
  KeyRound,
  Layers,
  LayoutDashboard,
  LibraryBig,
  type LucideIcon,
  Play,
  Plug,
  ScrollText,
  SquareTerminal,
  UserRound,
  Users,
  Workflow,
} from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { administersOrganization, onlyContributes, type OrganizationRole, type TeamRole } from "#contract/roles.ts";

/** A section of a team, as its address names it. */
type Segment =
  | "home"
  | "inbox"
  | "notifications"
  | "agents"
  | "automations"
  | "runs"
  | "queues"
  | "schedules"
  | "webhook-sources"
  | "connections"
  | "secrets"
  | "logins"
  | "files"
  | "skills"
  | "plugins"
  | "dashboards"
  | "clarity"
  | "members"
  | "invites";

export interface Destination {
  readonly segment: Segment;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Pressed after `g`. */
  readonly key: string;
  /** Addresses of one section that has several, the first one among them. */
  readonly parts?: readonly { readonly segment: Segment; readonly label: string }[];
}

/** The sections of a team, in the order of the sidebar and the palette. */
const destinations: readonly Destination[] = [
  { segment: "home", label: "Home", icon: House, key: "h" },
  { segment: "inbox", label: "Inbox", icon: Inbox, key: "i" },
  { segment: "notifications", label: "Notifications", icon: Bell, key: "n" },
  {
    segment: "agents",
    label: "Agents",
    icon: Bot,
    key: "a",
    parts: [
      { segment: "agents", label: "Agents" },
      { segment: "automations", label: "Automations" },
    ],
  },
  { segment: "runs", label: "Runs", icon: Play, key: "r" },
  { segment: "queues", label: "Queues", icon: Layers, key: "q" },
  {
    segment: "schedules",
    label: "Schedules",
    icon: CalendarClock,
    key: "s",
    parts: [
      { segment: "schedules", label: "Schedules" },
      { segment: "webhook-sources", label: "Schedules: Webhook sources" },
    ],
  },
  {
    segment: "connections",
    label: "Connections",
    icon: KeyRound,
    key: "c",
    parts: [
      { segment: "connections", label: "Connections" },
      { segment: "secrets", label: "Connections: Secrets" },
      { segment: "logins", label: "Connections: Logins" },
    ],
  },
  {
    segment: "files",
    label: "Library",
    icon: LibraryBig,
    key: "l",
    parts: [
      { segment: "files", label: "Library: Files" },
      { segment: "skills", label: "Library: Skills" },
      { segment: "plugins", label: "Library: Plugins" },
    ],
  },
  { segment: "dashboards", label: "Dashboards", icon: LayoutDashboard, key: "d" },
  { segment: "clarity", label: "Clarity", icon: Workflow, key: "y" },
  {
    segment: "members",
    label: "Members",
    icon: Users,
    key: "m",
    parts: [
      { segment: "members", label: "Members" },
      { segment: "invites", label: "Members: Invites" },
    ],
  },
];

/** Those that a role opens: whoever only contributes finds what they are asked in Clarity. */
export function destinationsFor(role: TeamRole): readonly Destination[] {
  return onlyContributes(role) ? destinations.filter(({ segment }) => segment === "clarity") : destinations;
}

type OrganizationSegment = "people" | "insights" | "audit";

interface OrganizationSection {
  readonly segment: OrganizationSegment;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** The pages of an organization that have a place of their own beside its settings. */
const organizationSections: readonly OrganizationSection[] = [
  { segment: "people", label: "People", icon: Building2 },
  { segment: "insights", label: "Insights", icon: ChartColumn },
  { segment: "audit", label: "Audit log", icon: ScrollText },
];

/** Those that a role in the organization opens: they are for who administers it. */
export function organizationSectionsFor(role: OrganizationRole | undefined): readonly OrganizationSection[] {
  return role && administersOrganization(role) ? organizationSections : [];
}

export function organizationHref(orgId: string, segment: OrganizationSegment): string {
  return pathTo(`/organizations/$orgId/${segment}`, { orgId });
}

interface Page {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly href: string;
  /** Pressed after `g`; of a section with parts it opens the first. */
  readonly key?: string | undefined;
}

interface Reach {
  readonly team: { readonly id: string; readonly role: TeamRole } | undefined;
  readonly organizationId: string | null | undefined;
  /** The role in this organization. */
  readonly organizationRole: OrganizationRole | undefined;
  readonly administrator: boolean;
}

/** Every page that the palette leads to, in its order. */
export function pagesFor({ team, organizationId, organizationRole, administrator }: Reach): Page[] {
  const sections = (team ? destinationsFor(team.role) : []).flatMap(({ segment, label, icon, key, parts = [{ segment, label }] }) =>
    parts.map((part, at) => ({ ...part, icon, key: at === 0 ? key : undefined })),
  );
  const pages: Page[] = [];
  if (team) pages.push(...sections.map(({ segment, ...page }) => ({ ...page, id: `page:${segment}`, href: hrefOf(team.id, segment) })));
  if (organizationId)
    pages.push({
      id: "page:organization",
      label: "Organization settings",
      icon: Building2,
      href: pathTo("/organizations/$orgId", { orgId: organizationId }),
    });
  if (organizationId)
    pages.push(
      ...organizationSectionsFor(organizationRole).map(({ segment, label, icon }) => ({
        id: `page:organization-${segment}`,
        label: `Organization: ${label}`,
        icon,
        href: organizationHref(organizationId, segment),
      })),
    );
  pages.push({ id: "page:profile", label: "Profile and API keys", icon: UserRound, href: pathTo("/profile", {}) });
  pages.push({ id: "page:ai-client", label: "Connect an AI client", icon: Plug, href: pathTo("/ai-client", {}) });
  pages.push({
    id: "page:developers",
    label: "Developers: client and command line",
    icon: SquareTerminal,
    href: pathTo("/developers", {}),
  });
  pages.push({ id: "page:reference", label: "API reference", icon: BookOpen, href: pathTo("/reference", {}) });
  if (administrator) pages.push({ id: "page:engine", label: "Engine", icon: Gauge, href: pathTo("/engine", {}) });
  return pages;
}

/** Whether an address lies in a section. */
export function isIn({ segment, parts = [] }: Destination, teamId: string, path: string): boolean {
  return [segment, ...parts.map((part) => part.segment)].some((each) => {
    const href = hrefOf(teamId, each);
    return path === href || path.startsWith(`${href}/`);
  });
}

export function hrefOf(teamId: string, segment: Segment): string {
  return pathTo(`/t/$teamId/${segment}`, { teamId });
}
