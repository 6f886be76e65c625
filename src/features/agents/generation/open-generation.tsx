import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import type { BuilderRunStatus } from "#contract/agents/builder-runs.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { generationRead } from "#features/agents/queries.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { WaitWords } from "#ui/waits.tsx";

const open: Partial<Record<BuilderRunStatus, { text: string; action: string }>> = {
  not_started: { text: "A model is about to edit this draft.", action: "Watch it" },
  running: { text: "A model is editing this draft.", action: "Watch it" },
  waiting_for_input: { text: "The model has a question before it continues with this draft.", action: "Answer" },
  waiting_for_approve: { text: "A model edited this draft. It is waiting for review.", action: "Review" },
};

/** Says on a revision's page that a generation of it is open, and leads to it. */
export function OpenGeneration({ teamId, build }: { teamId: string; build: Revision }) {
  const { builder_run: run, generation } = useQuery(generationRead(build.id)).data ?? {};
  const said = run && open[run.status];
  const wait = generation?.wait;
  if (!said) return null;
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line bg-waiting-soft px-3 py-1.5 text-sm text-waiting md:px-5">
      <span className="min-w-0 break-words">
        <span role="status">{said.text}</span>{" "}
        {wait && wait.for !== "place" ? <WaitWords wait={{ ...wait, model: generation.model }} /> : null}
      </span>
      <LinkButton
        size="sm"
        link={pathTo("/t/$teamId/agents/$agentId/revisions/$buildId/review", { teamId, agentId: build.agent_id, buildId: build.id })}
      >
        {said.action}
      </LinkButton>
    </div>
  );
}
