import { useQuery } from "@tanstack/react-query";
import type { Revision } from "#contract/agents/revisions.ts";
import { openGenerationOf, reviewOf } from "#features/agents/open-generation.ts";
import { generationRead } from "#features/agents/queries.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { WaitWords } from "#ui/waits.tsx";

/** Says on a revision's page that a generation of it is open, and leads to it. */
export function OpenGenerationBar({ teamId, build }: { teamId: string; build: Revision }) {
  const { builder_run: run, generation } = useQuery(generationRead(build.id)).data ?? {};
  const said = openGenerationOf(run?.status);
  const wait = generation?.wait;
  if (!said) return null;
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line bg-waiting-soft px-3 py-1.5 text-sm text-waiting md:px-5">
      <span className="min-w-0 break-words">
        <span role="status">{said.text}</span>{" "}
        {wait && wait.for !== "place" ? <WaitWords wait={{ ...wait, model: generation.model }} /> : null}
      </span>
      <LinkButton size="sm" link={reviewOf(teamId, build)}>
        {said.action}
      </LinkButton>
    </div>
  );
}
