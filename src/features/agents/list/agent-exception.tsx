import { type ReactNode } from "react";
import { notLive } from "#api/states/revision-states.ts";
import { pathTo } from "#api/path-to.ts";
import type { AgentHealth } from "#contract/agents/agent-health.ts";
import type { AgentRow } from "#contract/agents/agents.ts";
import { counted } from "#ui/counted.ts";
import { AnyLink, type LinkTarget } from "#ui/link.tsx";
import { Status } from "#ui/status.tsx";

/** The worst that is to be said of an agent, with the list or page that shows it; null where all is well. `brief`: where there is less room. */
export function firstException(teamId: string, { id: agentId, live_build_id, health }: AgentRow, brief = false): ReactNode {
  if (!health) return null;
  const runs = (search: Parameters<typeof pathTo<"/t/$teamId/runs">>[2]) => pathTo("/t/$teamId/runs", { teamId }, search);
  switch (health.exceptions[0]) {
    case "failing":
      return (
        <Linked brief={brief} link={runs({ agent: agentId, status: "failed", ...sinceOf(health) })} className="text-failed">
          <Status look="failed" word={health.failed === 1 ? "Last run failed" : `Last ${counted(health.failed, "run", "runs")} failed`} />
        </Linked>
      );
    case "fails_often":
      return (
        <span className="text-failed">
          <Status look="failed" word="Over 3% of runs fail" />
        </span>
      );
    case "waits":
      return (
        <Linked brief={brief} link={runs({ agent: agentId, status: "waiting" })} className="text-waiting">
          <Status
            look="asks"
            word={counted(health.waiting, "run waits for a person", "runs wait for a person")}
            short={counted(health.waiting, "run waits", "runs wait")}
            brief={brief}
          />
        </Linked>
      );
    case "review":
      return (
        <span className="text-waiting">
          <Status look="asks" word="Waits for review" />
        </span>
      );
    case "no_connection":
      return (
        <Linked
          brief={brief}
          link={pathTo(
            "/t/$teamId/agents/$agentId/revisions/$buildId",
            { teamId, agentId, buildId: live_build_id ?? "" },
            { tab: "connections" },
          )}
          className="text-waiting"
        >
          <Status look="asks" word="Missing connection" />
        </Linked>
      );
    case "not_live":
      return <Status {...notLive} />;
    default:
      return null;
  }
}

function sinceOf({ failed_since: since }: AgentHealth) {
  return since === null ? {} : { from: since };
}

/** In front of the link of its row. Under that link there is no room for another one that a finger tells apart. */
function Linked({ link, brief, className, children }: { link: LinkTarget; brief: boolean; className: string; children: ReactNode }) {
  if (brief) return <span className={className}>{children}</span>;
  return (
    <AnyLink link={link} className={`relative z-1 hover:underline ${className}`}>
      {children}
    </AnyLink>
  );
}
