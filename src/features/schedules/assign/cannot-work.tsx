import { pathTo } from "#api/path-to.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { getAgentReadiness } from "#contract/schedules/assign.ts";
import { LinkButton } from "#ui/link-button.tsx";

interface CannotWorkProps {
  teamId: string;
  agentId: string;
  readiness: Reply<typeof getAgentReadiness>;
}

/** What keeps an agent from working without a person, with the way to mend it. */
export function CannotWork({ teamId, agentId, readiness: { live_build_id, missing } }: CannotWorkProps) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-md bg-waiting-soft px-3 py-3 text-waiting">
      {live_build_id === null ? (
        <>
          <p>No revision of this agent is live, so nothing can start it. Make one live first.</p>
          <LinkButton link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId })}>Open the revisions</LinkButton>
        </>
      ) : (
        <>
          <p>Its runs need connections that do not work for you. Every start would fail.</p>
          <ul className="list-disc ps-5">
            {missing.map(({ slot_id, name, broken }) => (
              <li key={slot_id}>
                {name}: {broken ? "the sign-in is broken" : "none is chosen"}
              </li>
            ))}
          </ul>
          <LinkButton
            link={pathTo(
              "/t/$teamId/agents/$agentId/revisions/$buildId",
              { teamId, agentId, buildId: live_build_id },
              { tab: "connections" },
            )}
          >
            Choose connections
          </LinkButton>
        </>
      )}
    </div>
  );
}
