import { ApiError } from "#api/client.ts";
import { type AgentMove, maxRunsMovedAtOnce } from "#contract/agents/agent-move.ts";
import { counted } from "#ui/counted.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import type { LoadedQuery } from "#ui/loaded.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { AtWork, Blocked, blockersOf } from "./move-obstacles.tsx";

interface MovePlanProps {
  /** Where the agent is. */
  teamId: string;
  plan: LoadedQuery<AgentMove>;
  together: boolean;
  onTogether: (together: boolean) => void;
}

/** What the service says a move would do, or why it would not. */
export function MovePlan({ teamId, plan, together, onTogether }: MovePlanProps) {
  const { error, data } = plan;
  const blockers = blockersOf(error);
  return (
    <section aria-label="What happens" aria-busy={!data && !error} className="flex flex-col gap-3 text-sm">
      {blockers.length > 0 ? (
        <Blocked blockers={blockers} />
      ) : error instanceof ApiError && error.code === "agents_at_work" ? (
        <AtWork teamId={teamId} error={error} />
      ) : error instanceof ApiError && error.status === 409 ? (
        <p className="rounded-md bg-waiting-soft px-3 py-2 text-waiting">{error.message}</p>
      ) : error ? (
        <ErrorState inline error={error} what="what the move would do" onRetry={() => void plan.refetch()} />
      ) : data ? (
        <Consequences move={data} />
      ) : (
        <SkeletonRows rows={3} height={20} />
      )}
      {together || (blockers.length > 0 && !blockers.some(({ kind }) => kind === "automation")) ? (
        <Checkbox
          label="Move all of them"
          hint="Agents that pass work to each other, their queues, and other agents that use those queues."
          checked={together}
          onChange={(event) => onTogether(event.target.checked)}
        />
      ) : null}
    </section>
  );
}

function Consequences({ move }: { move: AgentMove }) {
  const { agents, queues, skills_to_clone: skills, files_to_copy: files, warnings } = move;
  const { outcome, dropped_folders: folders, files_skipped_conflict: conflicts, dropped_memory_count: forgotten } = warnings;
  const triggers = warnings.dropped_event_triggers_count;
  const detached = outcome.instances_disconnected.map((each) => `${each.integration_name.toLowerCase()} ${each.instance_name}`);
  const when = (there: boolean, line: string) => (there ? line : null);
  const cases = counted(move.total_case_items, "case", "cases");
  return (
    <>
      <Part
        title="Moves with it"
        lines={[
          when(agents.length > 1, `${agents.length} agents: ${names(agents)}`),
          when(queues.length > 0, `${counted(queues.length, "queue", "queues")} with ${cases}: ${names(queues)}`),
          `${counted(move.total_runs, "run", "runs")}, and every revision`,
          when(move.total_runs > maxRunsMovedAtOnce, "its runs follow in the background, and each can continue once it has moved"),
          when(move.options.move_learnings, agents.length > 1 ? "their memory" : "its memory"),
        ]}
      />
      <Part
        title="Copied"
        lines={[
          when(skills.length > 0, `${counted(skills.length, "skill", "skills")}: ${names(skills)}`),
          when(files.length > 0, `${counted(files.length, "team file", "team files")}: ${files.map(({ path }) => path).join(", ")}`),
        ]}
      />
      <Part
        title="Changes"
        lines={[
          when(conflicts.length > 0, `${conflicts.join(", ")}: the other team has its own, which will be used`),
          when(detached.length > 0, `${detached.join(", ")}: no longer attached`),
          when(folders.length > 0, `removed from the folder ${names(folders)}`),
          when(triggers > 0, `${counted(triggers, "event trigger", "event triggers")} deleted, because they wait for events of this team`),
          when(forgotten > 0, `${counted(forgotten, "memory file", "memory files")} deleted`),
        ]}
      />
    </>
  );
}

/** A titled list of those lines that are there; nothing without any. */
function Part({ title, lines }: { title: string; lines: readonly (string | null)[] }) {
  const there = lines.filter((line) => line !== null);
  if (there.length === 0) return null;
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <ul className="list-disc ps-5 text-ink-2">
        {there.map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

function names(all: readonly { name: string }[]): string {
  return all.map(({ name }) => name).join(", ");
}
