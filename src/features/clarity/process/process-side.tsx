import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { assignClarityProcessLabels } from "#contract/clarity/process-labels.ts";
import type { ClarityProcess } from "#contract/clarity/process.ts";
import { managesPlace } from "#contract/clarity/rights.ts";
import { useMay } from "#api/roles.ts";
import { landscapeRead, membersRead } from "#features/clarity/queries.ts";
import { NodeLinks } from "#features/clarity/landscape/node-links.tsx";
import { NodePeople } from "#features/clarity/landscape/node-people.tsx";
import { PlaceProcess } from "#features/clarity/landscape/place-process.tsx";
import { ProcessLabels } from "#features/clarity/process-labels.tsx";
import { useStanding } from "#features/clarity/use-standing.ts";
import { useGo } from "#ui/link.tsx";
import { pathTo } from "#api/path-to.ts";
import { Facts, SidePanel } from "#ui/side-panel.tsx";
import { Time } from "#ui/time.tsx";

/** Facts about a process, and what the landscape knows of it. */
export function ProcessSide({ teamId, process }: { teamId: string; process: ClarityProcess }) {
  const standing = useStanding();
  const { orgId = "" } = standing;
  const go = useGo();
  const landscape = useQuery({ ...landscapeRead(orgId), enabled: orgId !== "" });
  const members = useQuery(membersRead(teamId));
  const mayLabel = useMay(assignClarityProcessLabels);
  const node = landscape.data?.nodes.find(({ processId }) => processId === process.id);
  const loose = landscape.data?.unlinkedProcesses.find(({ id }) => id === process.id);
  const around = landscape.data?.nodes.find(({ id }) => id === node?.parentId);
  const creator = members.data?.find(({ id }) => id === process.user_id);
  const manages = managesPlace({ kind: "process", existence: "active", teamId: process.team_id }, standing);
  const place = (
    <Link to="/t/$teamId/clarity" params={{ teamId }} search={{ node: node?.id ?? process.id }} className="text-accent-ink hover:underline">
      {node ? (around?.name ?? "No area") : "Unsorted"}
    </Link>
  );
  return (
    <SidePanel title="About this process">
      <Facts
        rows={[
          ["Place", landscape.data ? place : ""],
          ["Visible to", process.visibility === "team" ? "The team" : "Its creator and Managers"],
          ["Created by", creator?.name ?? creator?.email ?? (members.data ? "Former member" : "")],
          ["Created", <Time key="created" at={process.created_at} />],
          ["Updated", <Time key="updated" at={process.updated_at} />],
        ]}
      />
      {loose && landscape.data ? <PlaceProcess {...{ orgId, process }} landscape={landscape.data} mayPlace={manages} /> : null}
      {node ? <NodePeople orgId={orgId} nodeId={node.id} teamId={process.team_id} mayChange={manages} /> : null}
      {node && landscape.data ? (
        <NodeLinks
          orgId={orgId}
          node={node}
          nodes={landscape.data.nodes}
          links={landscape.data.links}
          mayChange={manages}
          onChoose={(id) => go(pathTo("/t/$teamId/clarity", { teamId }, { node: id }))}
        />
      ) : null}
      <ProcessLabels orgId={orgId} processId={process.id} labels={(node ?? loose)?.labels ?? []} mayChange={mayLabel} />
    </SidePanel>
  );
}
