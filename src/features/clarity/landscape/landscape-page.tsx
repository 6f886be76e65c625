import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { FolderPlus, Plus, Workflow } from "lucide-react";
import { useMay } from "#api/roles.ts";
import type { Landscape } from "#contract/clarity/node.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { seesLandscape } from "#contract/clarity/rights.ts";
import type { LandscapeSearch } from "#features/clarity/clarity-search.ts";
import { ClarityTabs } from "#features/clarity/clarity-tabs.tsx";
import { areaAround } from "#features/clarity/areas.ts";
import { NewProcess } from "#features/clarity/new-process.tsx";
import { landscapeRead } from "#features/clarity/queries.ts";
import { SampleOffer, sampleWords } from "#features/clarity/sample/sample-offer.tsx";
import { useSample } from "#features/clarity/sample/use-sample.ts";
import { useStanding } from "#features/clarity/use-standing.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { LandscapeView } from "./landscape-view.tsx";
import { NewArea } from "./new-area.tsx";

const route = getRouteApi("/_app/t/$teamId/clarity/");

/** Where each process of the organization is among the others: a map, and a tree that says the same. */
export function LandscapePage() {
  const { teamId } = route.useParams();
  const standing = useStanding();
  const { orgId } = standing;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const landscape = useQuery({ ...landscapeRead(orgId ?? ""), enabled: orgId !== undefined });
  const change = (next: { [K in keyof LandscapeSearch]?: LandscapeSearch[K] | undefined }, step?: { replace: boolean }) =>
    void navigate({ search: (now) => clean({ ...now, ...next }), ...step });
  const mayCreate = useMay(createClarityProcess);
  const sample = useSample(teamId);
  const seesAny = seesLandscape(standing);
  const areaWords = standing.administers ? "New area" : "Propose area";
  const addArea = () => change({ add: "area" });
  const addProcess = () => change({ add: "process" });
  const acts = [
    ...(mayCreate ? [{ id: "new-process", label: "New process", icon: Plus, run: addProcess }] : []),
    ...(seesAny ? [{ id: "new-area", label: areaWords, icon: FolderPlus, run: addArea }] : []),
  ];
  usePageActions(acts);
  useShortcuts("Clarity", mayCreate ? [{ keys: "n", label: "New process", run: addProcess }] : []);
  const buttons = (
    <>
      {seesAny ? (
        <Button icon={FolderPlus} fold onClick={addArea}>
          {areaWords}
        </Button>
      ) : null}
      {mayCreate ? (
        <Button tone="primary" icon={Plus} fold onClick={addProcess}>
          New process
        </Button>
      ) : null}
    </>
  );
  const { data } = landscape;
  // While the sample comes, its process is there without captures.
  const empty = data && (sample.adding || data.nodes.length + data.unlinkedProcesses.length === 0);
  const close = () => change({ add: undefined }, { replace: true });
  return (
    <Page title="Clarity" meta={data && !empty ? <Meta landscape={data} /> : null} actions={empty ? null : buttons}>
      <ClarityTabs teamId={teamId} value="landscape" />
      <Loaded query={landscape} what="the landscape" needs="Member">
        {(found) =>
          empty ? (
            <EmptyState
              icon={Workflow}
              title="No processes yet"
              action={
                <>
                  {buttons}
                  <SampleOffer sample={sample} />
                </>
              }
            >
              The landscape shows how the work of this organization is divided: areas, the processes in them, and what one hands to the
              next.
              {sample.may ? sampleWords : null}
            </EmptyState>
          ) : (
            <LandscapeView
              teamId={teamId}
              orgId={orgId ?? ""}
              landscape={found}
              readAt={landscape.dataUpdatedAt}
              search={search}
              onChange={change}
            />
          )
        }
      </Loaded>
      <NewProcess
        teamId={teamId}
        orgId={orgId ?? ""}
        nodes={data?.nodes ?? []}
        within={areaAround(data?.nodes ?? [], search.node)}
        open={search.add === "process"}
        onClose={close}
      />
      <NewArea
        open={search.add === "area"}
        onClose={close}
        orgId={orgId ?? ""}
        nodes={data?.nodes ?? []}
        proposes={!standing.administers}
        onMade={(node) => change({ node }, { replace: true })}
      />
    </Page>
  );
}

function Meta({ landscape: { nodes, unlinkedProcesses, stats } }: { landscape: Landscape }) {
  const areas = nodes.filter(({ kind }) => kind === "area").length;
  return (
    <span className="text-sm text-ink-3 max-sm:hidden">
      {counted(stats.processNodes + unlinkedProcesses.length, "process", "processes")}, {counted(areas, "area", "areas")}
    </span>
  );
}

/** Without what was taken away. */
function clean(search: { [K in keyof LandscapeSearch]?: LandscapeSearch[K] | undefined }): LandscapeSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
