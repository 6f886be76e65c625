import { pathTo } from "#api/path-to.ts";
import { useSession } from "#api/session.ts";
import type { MemoryFile } from "#contract/agents/memory.ts";
import { AnyLink } from "#ui/link.tsx";

type Source = Pick<MemoryFile, "source_type" | "source_agent_run_id" | "source_user_id">;

/** Who wrote the content as it is now. */
export function MemorySource({ teamId, file }: { teamId: string; file: Source }) {
  const { user } = useSession();
  if (file.source_type === "user") return file.source_user_id === user.id ? "You" : "A person";
  if (!file.source_agent_run_id) return "A run";
  return (
    <AnyLink
      link={pathTo("/t/$teamId/runs/$runId", { teamId, runId: file.source_agent_run_id })}
      className="text-accent-ink hover:underline"
    >
      A run
    </AnyLink>
  );
}
