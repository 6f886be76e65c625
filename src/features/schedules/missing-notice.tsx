import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import type { AutoDisabled } from "#contract/schedules/schedule.ts";
import { getAgentReadiness } from "#contract/schedules/assign.ts";
import { counted } from "#ui/counted.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { Time } from "#ui/time.tsx";

interface MissingNoticeProps {
  teamId: string;
  agentId: string;
  own: boolean;
  of: {
    readonly enabled: boolean;
    readonly auto_disabled_at: string | null;
    readonly auto_disabled_reason: string | null;
    readonly consecutive_missing_connection_failures: number;
    readonly first_missing_connection_failure_at: string | null;
    readonly last_missing_connection_failure_at: string | null;
  };
}

/** Why it starts nothing: a connection is missing, since when, and the way to mend it; or its owner left. */
export function MissingNotice({ teamId, agentId, own, of }: MissingNoticeProps) {
  const { auto_disabled_at, first_missing_connection_failure_at: first, last_missing_connection_failure_at: last } = of;
  const count = of.consecutive_missing_connection_failures;
  const isPaused = !of.enabled && auto_disabled_at !== null;
  const withdrawn = isPaused && count === 0 && of.auto_disabled_reason === ("missing_connection" satisfies AutoDisabled);
  const fails = count > 0;
  // Whose connections are missing, only the owner can see.
  const readiness = useQuery({ ...read(getAgentReadiness, { params: { agent_id: agentId } }), enabled: fails && own }).data;
  if (withdrawn)
    return (
      <p role="status" className="rounded-md bg-failed-soft px-3 py-3 text-sm text-failed">
        It was paused <Time at={auto_disabled_at} />, when the connection that it needs was taken back. Choose another one, then resume it.
      </p>
    );
  if (isPaused && of.auto_disabled_reason === ("owner_left" satisfies AutoDisabled))
    return (
      <p role="status" className="rounded-md bg-failed-soft px-3 py-3 text-sm text-failed">
        It was paused <Time at={auto_disabled_at} />, when its owner left the team.{" "}
        {own ? "Resume it to start runs for you." : "It starts runs only for its owner."}
      </p>
    );
  if (!fails) return null;
  const buildId = readiness?.live_build_id;
  return (
    <div role="status" className="flex flex-col items-start gap-2 rounded-md bg-failed-soft px-3 py-3 text-sm text-failed">
      <p>
        {counted(count, "start", "starts")} in a row failed, as a connection was missing
        {readiness && readiness.missing.length > 0 ? `: ${readiness.missing.map(({ name }) => name).join(", ")}` : ""}.
        {first ? (
          <>
            {" "}
            The first <Time at={first} />
            {last && last !== first ? (
              <>
                , the last <Time at={last} />
              </>
            ) : null}
            .
          </>
        ) : null}
        {auto_disabled_at ? (
          <>
            {" "}
            It was paused <Time at={auto_disabled_at} />. Resume it once the connection works.
          </>
        ) : (
          " After three failures over a day it is paused."
        )}
      </p>
      {own && buildId ? (
        <LinkButton
          size="sm"
          link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId, buildId }, { tab: "connections" })}
        >
          Choose connections
        </LinkButton>
      ) : null}
    </div>
  );
}
