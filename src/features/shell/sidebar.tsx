import { useLocation } from "@tanstack/react-router";
import { useTeam } from "#api/session.ts";
import { cx } from "#ui/cx.ts";
import { AccountMenu } from "./account-menu.tsx";
import { destinationsFor, hrefOf, isIn } from "./destinations.ts";
import { OrganizationNav } from "./organization-nav.tsx";
import { SidebarLink } from "./sidebar-link.tsx";
import { TeamSwitcher } from "./team-switcher.tsx";

/** The sections of the current team, between the team above and the person below. */
export function Sidebar({ waiting, unread, onShortcuts }: { waiting: number; unread: number; onShortcuts: () => void }) {
  const team = useTeam();
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <aside aria-label="Workspace" className="flex min-h-0 flex-1 flex-col">
      <div className="p-2">
        <TeamSwitcher />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <nav aria-label="Sections" className="flex flex-col gap-px px-2">
          {team
            ? destinationsFor(team.role).map((destination) => {
                const { segment, label, icon } = destination;
                return (
                  <SidebarLink
                    key={segment}
                    href={hrefOf(team.id, segment)}
                    icon={icon}
                    label={label}
                    here={isIn(destination, team.id, path)}
                  >
                    {segment === "inbox" ? <Count n={waiting} what="waiting" className="bg-waiting-soft text-waiting" /> : null}
                    {segment === "notifications" ? <Count n={unread} what="unread" className="bg-hover text-ink-2" /> : null}
                  </SidebarLink>
                );
              })
            : null}
        </nav>
        <OrganizationNav />
      </div>
      <div className="p-2">
        <AccountMenu onShortcuts={onShortcuts} />
      </div>
    </aside>
  );
}

function Count({ n, what, className }: { n: number; what: string; className: string }) {
  if (n === 0) return null;
  const said = n.toLocaleString("en");
  return (
    // As with a duration: one of another width is another one, or its first digit would move.
    <span key={said.length} className={cx("ms-auto rounded-sm px-1.5 text-xs font-medium", className)}>
      {said}
      <span className="sr-only"> {what}</span>
    </span>
  );
}
