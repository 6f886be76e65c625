import { pathTo } from "#api/path-to.ts";
import { useParams } from "@tanstack/react-router";
import { ChevronsUpDown } from "lucide-react";
import { useSession, useTeam } from "#api/session.ts";
import { rememberTeam } from "#api/session-query.ts";
import { useGo } from "#ui/link.tsx";
import { Menu, type MenuEntry } from "#ui/menu.tsx";
import { Wordmark } from "#ui/wordmark.tsx";

/** The current team; a menu of the others, by organization, where there are others. */
export function TeamSwitcher() {
  const session = useSession();
  const team = useTeam();
  const go = useGo();
  const { teamId } = useParams({ strict: false }) as { teamId?: string };
  const inside = (
    <>
      <Wordmark bare />
      <span className="min-w-0 flex-1 truncate text-start font-semibold">{team?.name ?? "Caseload"}</span>
    </>
  );
  if (session.teams.length < 2) return <div className="flex h-8 items-center gap-2 px-2">{inside}</div>;

  const organizations = new Map(session.organizations.map((organization) => [organization.id, organization.name]));
  const groups = Map.groupBy(session.teams, (each) => organizations.get(each.organization_id ?? "") ?? "Other teams");
  const entries = [...groups].flatMap<MenuEntry>(([heading, teams]) => [
    ...(groups.size > 1 ? [{ heading }] : []),
    ...teams.map((each) => ({
      label: each.name,
      checked: each.id === team?.id,
      onSelect: () => {
        rememberTeam(each.id);
        // Another team has other objects: its section stays, the object does not.
        go(teamId === undefined ? "/" : `${pathTo("/t/$teamId", { teamId: each.id })}/${location.pathname.split("/")[3] ?? "runs"}`);
      },
    })),
  ]);
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="flex h-8 w-full items-center gap-2 rounded-md px-2 hover:bg-hover data-[state=open]:bg-hover">
          {inside}
          <span className="sr-only">, switch team</span>
          <ChevronsUpDown size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
        </button>
      }
      entries={entries}
    />
  );
}
