import { ApiError } from "#api/client.ts";
import { pathTo } from "#api/path-to.ts";
import type { ErrorExtra } from "#contract/errors.ts";
import { AnyLink } from "#ui/link.tsx";

type Blocker = ErrorExtra<"ASSIGNMENT_NOT_STANDALONE">["blockers"][number];

export function blockersOf(error: unknown): readonly Blocker[] {
  if (!(error instanceof ApiError) || error.code !== "ASSIGNMENT_NOT_STANDALONE") return [];
  return error.extra["blockers"] as readonly Blocker[];
}

const kindWords: Record<Blocker["kind"], string> = { agent: "Agent", automation: "Automation", queue: "Queue" };

/** What an agent hangs together with. */
export function Blocked({ blockers }: { blockers: readonly Blocker[] }) {
  const automated = blockers.some(({ kind }) => kind === "automation");
  return (
    <div className="rounded-md bg-waiting-soft px-3 py-2 text-waiting">
      <p>
        {automated
          ? "It belongs to an automation, and automations cannot move between teams."
          : "It depends on these and cannot move alone:"}
      </p>
      <ul aria-label="Blocking" className="list-disc ps-5">
        {blockers.map(({ kind, id, name }) => (
          <li key={id} className="break-words">
            {kindWords[kind]} {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What has to come to an end first, each a link to it. */
export function AtWork({ teamId, error }: { teamId: string; error: ApiError }) {
  const { active_runs, open_generations, work } = error.extra as unknown as ErrorExtra<"agents_at_work">;
  const more = active_runs + open_generations - work.length;
  return (
    <div className="rounded-md bg-waiting-soft px-3 py-2 text-waiting">
      <p>These are still active. Wait for them to end or stop them, then move the agent:</p>
      <ul aria-label="Active" className="list-disc ps-5">
        {work.map(({ kind, id, agent_id, name }) => (
          <li key={`${kind} ${id}`} className="break-words">
            <AnyLink
              link={
                kind === "run"
                  ? pathTo("/t/$teamId/runs/$runId", { teamId, runId: id })
                  : pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/review", { teamId, agentId: agent_id, buildId: id })
              }
              className="rounded-sm underline underline-offset-2"
            >
              {name}
            </AnyLink>
            {kind === "generation" ? ", a generation" : ""}
          </li>
        ))}
        {more > 0 ? <li>{more.toLocaleString("en")} more</li> : null}
      </ul>
    </div>
  );
}
