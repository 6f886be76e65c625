import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { getAgentReadiness } from "#contract/schedules/assign.ts";
import { AnyLink } from "#ui/link.tsx";

/** What a run of the reader's would lack. It can be started all the same: it may not need them. */
export function LackingConnections({ teamId, agentId }: { teamId: string; agentId: string }) {
  const { live_build_id: buildId, missing = [] } = useQuery(read(getAgentReadiness, { params: { agent_id: agentId } })).data ?? {};
  if (!buildId || missing.length === 0) return null;
  const named = missing.map(({ name, broken }) => `${name} (${broken ? "its sign-in is broken" : "none is chosen"})`).join(", ");
  return (
    <p role="status" className="rounded-md bg-waiting-soft px-3 py-2 text-sm break-words text-waiting">
      Your runs have no working connection for: {named}. The run cannot use what they lead to.{" "}
      <AnyLink
        link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId, buildId }, { tab: "connections" })}
        className="underline"
      >
        Choose connections
      </AnyLink>
    </p>
  );
}
