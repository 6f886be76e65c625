import { pathTo } from "#api/path-to.ts";
import { useParams } from "@tanstack/react-router";
import { ChevronsUpDown } from "lucide-react";
import { useSession, useTeam } from "#api/session.ts";
import { rememberTeam } from "#api/session-query.ts";
import { useGo } from "#ui/link.tsx";
import { Menu, type MenuEntry } from "#ui/menu.tsx";
import { Wordmark } from "#ui/wordmark.tsx";
import { useWaitingElsewhere } from "./waiting.ts";

/** The current team; a menu of the others, by organization, where there are others. */
export function TeamSwitcher() {
  const session = useSession();
  const team = useTeam();
  const go = useGo();
  const { teamId } = useParams({ strict: false }) as { teamId?: string };
  const waiting = useWaitingElsewhere(session.teams.filter(({ id }) => id !== team?.id));
  const elsewhere = [...waiting.values()].reduce((sum, n) => sum + n, 0);
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
      ...(waiting.get(each.id) ? { note: `${waiting.get(each.id)?.toLocaleString("en")} waiting for you` } : {}),
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
          {elsewhere > 0 ? (
            <span
              className="shrink-0 rounded-sm bg-waiting-soft px-1.5 text-xs font-medium text-waiting"
              title="Waiting for you in other teams"
            >
              {elsewhere.toLocaleString("en")}
              <span className="sr-only"> waiting in other teams</span>
            </span>
          ) : null}
          <ChevronsUpDown size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
        </button>
      }
      entries={entries}
    />
  );
}
