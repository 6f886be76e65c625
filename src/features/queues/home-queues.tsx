import { useQuery } from "@tanstack/react-query";
import { caseStates } from "#api/states/case-states.ts";
import { pathTo } from "#api/path-to.ts";
import type { CaseCounts } from "#contract/queues/case.ts";
import type { Queue } from "#contract/queues/queues.ts";
import { Panel, PanelEmpty, PanelLoaded, PanelRow } from "#ui/panel.tsx";
import { queuesRead } from "./queries.ts";

const most = 5;
/** Those that wait for a person first. */
const open = ["needs_input", "failed", "pending", "in_progress", "postponed"] as const;

/** The queues with the most cases that are not closed. */
export function HomeQueues({ teamId }: { teamId: string }) {
  const query = useQuery(queuesRead(teamId, {}));
  return (
    <Panel title="Open cases" all={{ link: pathTo("/t/$teamId/queues", { teamId }), words: "Queues" }}>
      <PanelLoaded query={query} what="the queues of this team" needs="Member">
        {({ queues }) => {
          const busy = queues.filter((queue) => openIn(queue) > 0).toSorted((one, other) => openIn(other) - openIn(one));
          if (busy.length === 0) return <PanelEmpty>No queue has open cases.</PanelEmpty>;
          return (
            <ul aria-label="Queues with open cases">
              {busy.slice(0, most).map(({ id, name, case_counts: counts }) => (
                <PanelRow
                  key={id}
                  link={pathTo("/t/$teamId/queues/$queueId", { teamId, queueId: id })}
                  title={name}
                  beside={inWords(counts)}
                  end={openIn({ case_counts: counts }).toLocaleString("en")}
                />
              ))}
            </ul>
          );
        }}
      </PanelLoaded>
    </Panel>
  );
}

function openIn({ case_counts: counts }: Pick<Queue, "case_counts">): number {
  return open.reduce((sum, state) => sum + counts[state], 0);
}

function inWords(counts: CaseCounts): string {
  const states = open.filter((state) => counts[state] > 0);
  return states.map((state) => `${counts[state].toLocaleString("en")} ${caseStates[state].word.toLowerCase()}`).join(" · ");
}
