import { useQuery } from "@tanstack/react-query";
import { Target } from "lucide-react";
import { type ReactNode, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import type { ClarityAchieved } from "#contract/clarity/achieved.ts";
import type { ClarityProcess } from "#contract/clarity/process.ts";
import { achievedRead, promiseRead } from "#features/clarity/queries.ts";
import { PanelSection } from "#features/clarity/panel-section.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Segments } from "#ui/segments.tsx";
import { SidePanel, Split } from "#ui/side-panel.tsx";
import { Day } from "#ui/time.tsx";
import { counted } from "#ui/counted.ts";
import { AchievedRows } from "./achieved-rows.tsx";
import { EvidenceAndFailures, FailureList } from "./failures.tsx";
import { PromiseFigures } from "./promise-figures.tsx";
import { PromiseHistory } from "./promise-history.tsx";
import { StepsAchieved } from "./steps-achieved.tsx";

interface PromiseViewProps {
  teamId: string;
  process: ClarityProcess;
}

/** What was promised of the agent of a process, and what became of it. */
export function PromiseView({ teamId, process }: PromiseViewProps) {
  const [revision, setRevision] = useState<"all" | "live">("all");
  const achieved = useQuery(achievedRead(process.id, revision));
  const promise = useQuery(promiseRead(process.id));
  const query = {
    ...achieved,
    data: achieved.data && promise.data && { measured: achieved.data, promise: promise.data },
    error: achieved.error ?? promise.error,
  };
  const live = achieved.data?.state === "live" ? achieved.data : undefined;
  const worked = live && live.cases > 0 ? live : undefined;
  // What fails says so by itself: figures can be promised while none is measured.
  return (
    <Split
      side={
        <SidePanel title="Promise and failures">
          {worked ? <FailureList teamId={teamId} achieved={worked} /> : null}
          {worked ? <EvidenceAndFailures achieved={worked} processId={process.id} creator={process.user_id} /> : null}
          {live ? <HowMeasured measured={live} /> : null}
          <div className="border-t border-line">
            <PromiseFigures processId={process.id} />
          </div>
          {promise.data ? <PromiseHistory history={promise.data.history} /> : null}
        </SidePanel>
      }
    >
      <Loaded query={query} what={promise.error ? "the promise of this process" : "what was achieved"} needs="Member">
        {({ measured, promise: promised }) => (
          <>
            {measured.state === "live" ? <Bar {...{ teamId, measured, revision }} onRevision={setRevision} /> : null}
            {worked ? (
              <>
                <AchievedRows achieved={measured} promise={promised} />
                {measured.steps.length > 0 ? (
                  <StepsAchieved
                    steps={measured.steps}
                    link={(step) =>
                      pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId: process.id }, { tab: "proposal", step })
                    }
                  />
                ) : null}
              </>
            ) : (
              <NothingMeasured teamId={teamId} measured={measured} />
            )}
          </>
        )}
      </Loaded>
    </Split>
  );
}

interface BarProps {
  teamId: string;
  measured: ClarityAchieved;
  revision: "all" | "live";
  onRevision: (revision: "all" | "live") => void;
}

function Bar({ teamId, measured, revision, onRevision }: BarProps) {
  const { runs, cases, of_cases, since, agent, revision: live } = measured;
  const number = live?.number;
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 py-1.5">
      {runs === 0 ? null : (
        <h2 className="text-sm font-medium">
          {counted(runs, "run", "runs")}
          {of_cases ? ` over ${counted(cases, "case", "cases")}` : null}
        </h2>
      )}
      <p className="text-sm text-ink-2">
        {agent ? (
          <AnyLink
            link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent.id })}
            className="text-accent-ink underline underline-offset-2"
          >
            {agent.name}
          </AnyLink>
        ) : null}
        {since ? (
          <>
            , live since <Day at={since} />
          </>
        ) : null}
        {measured.truncated ? ". The latest 10,000 runs are measured." : null}
      </p>
      {number === undefined ? null : (
        <span className="ms-auto">
          <Segments
            label="Runs"
            options={[
              { value: "all", label: "All" },
              { value: "live", label: `Revision ${number}` },
            ]}
            value={revision}
            onChange={onRevision}
          />
        </span>
      )}
    </div>
  );
}

function HowMeasured({ measured }: { measured: ClarityAchieved }) {
  return (
    <PanelSection title="How it is measured">
      <p className="text-xs text-ink-2">
        Runs and cases of this agent{measured.since ? " since it was made live" : ""}. Minutes: the agent’s own time, waiting for people
        apart. Success: the evaluation passed; without one, the case is completed. Intervals: 95%, Wilson’s for success, of medians from the
        order of the values. Under 20 cases, and under six whole weeks, nothing is said.
      </p>
    </PanelSection>
  );
}

function NothingMeasured({ teamId, measured }: { teamId: string; measured: ClarityAchieved }) {
  const { state, agent } = measured;
  const open: ReactNode = agent ? (
    <LinkButton link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent.id })}>Open the agent</LinkButton>
  ) : null;
  if (state === "not_handed_over") {
    return (
      <EmptyState icon={Target} title="Not handed over yet">
        An agent is built from the proposal. What is promised of it can be confirmed before, and is measured once the agent is live.
      </EmptyState>
    );
  }
  if (state === "handed_over") {
    return (
      <EmptyState icon={Target} title="Not live yet" action={open}>
        No revision that was built for this process has been made live. The promise is measured from the day one is.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Target} title="No runs yet" action={open}>
      The agent has been live since <Day at={measured.since ?? ""} />. What its runs come to is shown here.
    </EmptyState>
  );
}
