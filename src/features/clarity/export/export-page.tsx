import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { MonitorUp } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import { startClarityExport } from "#contract/clarity/exports.ts";
import {
  activeExportsRead,
  exportsRead,
  landscapeRead,
  modelingConnectionsRead,
  nodePeopleRead,
  processRead,
  snapshotRead,
} from "#features/clarity/queries.ts";
import { useStanding } from "#features/clarity/use-standing.ts";
import { numberOf, versionStates } from "#features/clarity/version-words.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded, useFirstAnswers } from "#ui/loaded.tsx";
import { useMedia } from "#ui/media.ts";
import { Page } from "#ui/page.tsx";
import { ExportView } from "./export-view.tsx";

const route = getRouteApi("/_app/t/$teamId/clarity/processes/$processId_/versions/$snapshotId/export");

/** A version on its way to another tool. */
export function ExportPage() {
  const { teamId, processId, snapshotId } = route.useParams();
  const { step } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay(startClarityExport);
  const narrow = useMedia("(max-width: 599px)");
  const process = useQuery(processRead(processId));
  const snapshot = useQuery({
    ...snapshotRead(processId, "current_process", snapshotId, process.data?.captures ?? []),
    enabled: process.data !== undefined,
  });
  const connections = useQuery(modelingConnectionsRead(teamId));
  const exports = useQuery(exportsRead(processId));
  const active = useQuery(activeExportsRead(teamId));
  const { orgId = "" } = useStanding();
  const landscape = useQuery({ ...landscapeRead(orgId), enabled: orgId !== "" });
  const node = landscape.data?.nodes.find((each) => each.processId === processId);
  const people = useQuery({ ...nodePeopleRead(orgId, node?.id ?? ""), enabled: node !== undefined });
  const told = useFirstAnswers(landscape, people);
  const name = process.data?.process.name;
  const crumbs = [
    { label: "Clarity", link: pathTo("/t/$teamId/clarity", { teamId }) },
    { label: name ?? "Process", link: pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId }, { shown: snapshotId }) },
  ];
  const versions = process.data?.current_process_versions ?? [];
  const version = versions.find(({ id }) => id === snapshotId);
  if (!narrow && may && told && process.data && snapshot.data && connections.data && exports.data)
    return (
      <ExportView
        key={snapshotId}
        {...{ teamId, crumbs }}
        process={process.data.process}
        snapshot={snapshot.data.snapshot}
        version={`${numberOf(versions, snapshotId)}, ${version ? versionStates[version.status].word.toLocaleLowerCase("en") : "archived"}`}
        connections={connections.data.integrations}
        exports={exports.data.exports}
        active={active.data?.exports ?? []}
        people={people.data?.people}
        chosen={step}
        onChoose={(id) => void navigate({ search: id === undefined ? {} : { step: id }, replace: true })}
      />
    );
  const both = (
    <Loaded query={exports} what="its exports">
      {() => null}
    </Loaded>
  );
  return (
    <Page title="Export" crumbs={crumbs}>
      {narrow ? (
        <EmptyState icon={MonitorUp} title="An export needs a wider window">
          The map and its checks stand side by side there. Open this page on a larger screen, or turn the phone.
        </EmptyState>
      ) : may ? (
        <Loaded query={process} what="this process" needs="Member">
          {() => (
            <Loaded query={snapshot} what="this version">
              {() => (
                <Loaded query={connections} what="the connections of this team">
                  {() => both}
                </Loaded>
              )}
            </Loaded>
          )}
        </Loaded>
      ) : (
        <EmptyState title="Managers export processes">Ask a Manager of this team, or save the process as a BPMN file.</EmptyState>
      )}
    </Page>
  );
}
