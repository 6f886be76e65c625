import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useRule } from "#api/roles.ts";
import { onlyContributes } from "#contract/roles.ts";
import { AskedProcess } from "#features/clarity/asked/asked-process.tsx";
import { legacyRead, processRead } from "#features/clarity/queries.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";
import { LegacyProcessView } from "./legacy-process.tsx";
import { ProcessView } from "./process-view.tsx";

const route = getRouteApi("/_app/t/$teamId/clarity/processes/$processId");

/** A process of either version: each has a reading of its own. */
export function ProcessPage() {
  const { teamId, processId } = route.useParams();
  const search = route.useSearch();
  const { version } = search;
  const navigate = route.useNavigate();
  const change: Parameters<typeof ProcessView>[0]["onChange"] = (next, step) =>
    void navigate({
      search: (now) => Object.fromEntries(Object.entries({ ...now, ...next }).filter(([, value]) => value !== undefined)),
      ...step,
    });
  const contributes = useRule(({ role }) => onlyContributes(role));
  const process = useQuery({ ...processRead(processId), enabled: version !== 1 });
  // An address without the version finds it all the same.
  const isOther = !contributes && (version === 1 || process.error?.status === 404);
  // Once it is upgraded it has this reading no more.
  const [upgrading, setUpgrading] = useState(false);
  const legacy = useQuery({ ...legacyRead(processId), enabled: isOther && !upgrading });
  const crumbs = crumbsOf(teamId);
  if (process.data && contributes) return <AskedProcess key={processId} teamId={teamId} detail={process.data} />;
  if (process.data && version !== 1) {
    return <ProcessView key={processId} {...{ teamId, crumbs, search }} detail={process.data} onChange={change} />;
  }
  if (legacy.data && isOther)
    return <LegacyProcessView key={processId} teamId={teamId} crumbs={crumbs} process={legacy.data} onUpgrading={setUpgrading} />;
  return (
    <Page title="Process" crumbs={crumbs}>
      {isOther ? (
        <Loaded query={legacy} what="this process" needs="Member">
          {() => null}
        </Loaded>
      ) : (
        <Loaded query={process} what="this process" needs="Member">
          {() => null}
        </Loaded>
      )}
    </Page>
  );
}

const crumbsOf = (teamId: string) => [
  { label: "Clarity", link: pathTo("/t/$teamId/clarity", { teamId }) },
  { label: "Processes", link: pathTo("/t/$teamId/clarity/processes", { teamId }) },
];
