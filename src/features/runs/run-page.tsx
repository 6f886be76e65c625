import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { pathTo } from "#api/path-to.ts";
import { useRetention } from "#api/retention.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import { counted } from "#ui/counted.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { problemOf } from "#ui/problem.ts";
import { Skeleton, useLate } from "#ui/skeleton.tsx";
import { MissingConnections } from "./missing-connections.tsx";
import { runRead } from "./queries.ts";
import { NamedSteps } from "./named-steps.tsx";
import { RunView } from "./run-view.tsx";

const route = getRouteApi("/_app/t/$teamId/runs/$runId");

interface RunPageProps {
  /** What a run wants decided about its case. */
  approvals: (run: RunDetails) => ReactNode;
  /** How the connections that it lacks are mended. */
  connections: (run: RunDetails) => ReactNode;
}

export function RunPage({ approvals, connections }: RunPageProps) {
  const { teamId, runId } = route.useParams();
  const query = useQuery(runRead(runId));
  const { data } = query;
  // Another run is another page: nothing of the previous one stays.
  if (data)
    return (
      <MissingConnections value={connections(data.run)}>
        <NamedSteps run={data.run}>
          <RunView key={runId} run={data.run} requests={data.human_requests} approvals={approvals(data.run)} />
        </NamedSteps>
      </MissingConnections>
    );
  return (
    <Page title="Run" crumbs={[{ label: "Runs", link: pathTo("/t/$teamId/runs", { teamId }) }]}>
      <Loaded query={query} what="this run" needs="Manager" skeleton={<RunSkeleton />}>
        {() => null}
      </Loaded>
      {problemOf(query.error).status === 404 ? <PerhapsRemoved /> : null}
    </Page>
  );
}

/** An old link may lead to a run whose time is over. */
function PerhapsRemoved() {
  const days = useRetention()?.runs;
  if (!days) return null;
  return (
    <p className="-mt-10 px-5 pb-10 text-center text-balance text-ink-2">
      Your organization removes runs {counted(days, "day", "days")} after they end, so it may have been removed.
    </p>
  );
}

function RunSkeleton() {
  const late = useLate(200);
  return (
    <div role="status" aria-label="Loading" className={`mx-auto flex w-full max-w-[880px] flex-col gap-6 p-6 ${late ? "" : "invisible"}`}>
      <Skeleton className="w-1/2" />
      <Skeleton className="w-3/4" />
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/3" />
      <Skeleton className="w-3/5" />
    </div>
  );
}
