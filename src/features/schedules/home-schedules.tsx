import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { Panel, PanelEmpty, PanelLoaded, PanelRow } from "#ui/panel.tsx";
import { schedulesRead } from "./queries.ts";
import { onClock, timingInWords } from "./schedule-words.ts";

const most = 5;

/** What starts next by the clock. */
export function HomeSchedules({ teamId }: { teamId: string }) {
  const query = useQuery(nextSchedulesRead(teamId));
  const all = { link: pathTo("/t/$teamId/schedules", { teamId }), words: "Schedules" };
  return (
    <Panel title="Upcoming" all={all}>
      <PanelLoaded query={query} what="the schedules of this team" needs="Member">
        {({ schedules }) => {
          const next = schedules.flatMap((each) => (each.next_fire_at ? [{ ...each, at: each.next_fire_at }] : [])).slice(0, most);
          if (next.length === 0) return <PanelEmpty>No schedule is active.</PanelEmpty>;
          return (
            <ul aria-label="Next schedules">
              {next.map((each) => (
                <PanelRow
                  key={each.id}
                  link={pathTo("/t/$teamId/schedules", { teamId }, { open: each.id })}
                  title={each.agent_name}
                  beside={timingInWords(each)}
                  end={onClock(each.at)}
                />
              ))}
            </ul>
          );
        }}
      </PanelLoaded>
    </Panel>
  );
}

/** Those that are due next come first. */
export function nextSchedulesRead(teamId: string) {
  return schedulesRead(teamId, { state: "active" });
}
