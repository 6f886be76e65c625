import { useQuery } from "@tanstack/react-query";
import { sampleRead } from "#api/sample.ts";
import type { SampleKind, SampleWorkspace } from "#contract/teams/sample.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useConfirmGuard } from "#ui/confirm-guard.ts";
import { counted } from "#ui/counted.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const words: Record<SampleKind, readonly [one: string, many: string]> = {
  agent: ["agent", "agents"],
  revision: ["revision", "revisions"],
  run: ["run with its transcript", "runs with their transcripts"],
  queue: ["queue", "queues"],
  case: ["case", "cases"],
  dashboard: ["dashboard", "dashboards"],
  process: ["process", "processes"],
  capture: ["capture", "captures"],
  connection: ["connection", "connections"],
  webhook_source: ["webhook source", "webhook sources"],
  file: ["file", "files"],
};

interface RemoveSampleProps {
  teamId: string;
  open: boolean;
  onClose: () => void;
  onRemove: () => Promise<unknown>;
}

/** Asks before the sample workspace is removed, and says what people would lose that is their own. */
export function RemoveSample({ teamId, open, onClose, onRemove }: RemoveSampleProps) {
  return (
    <ConfirmDialog open={open} onClose={onClose} title="Remove the sample workspace?" action="Remove sample workspace" onConfirm={onRemove}>
      <Contents teamId={teamId} />
    </ConfirmDialog>
  );
}

function Contents({ teamId }: { teamId: string }) {
  // Work inside it continues without telling this read, so it is asked again for the question.
  const query = useQuery({ ...sampleRead(teamId), refetchOnMount: "always" });
  const shown = query.data && lostOf(query.data);
  useConfirmGuard(async () => {
    const { data } = await query.refetch();
    return data && lostOf(data) === shown ? undefined : "What people made here has changed. Read it again, then remove it.";
  });
  return (
    <div aria-live="polite" className="flex flex-col gap-2">
      <Loaded inline query={query} what="what is in the sample workspace" skeleton={<Skeleton className="h-24 w-60" />}>
        {(sample) => <Listed {...sample} />}
      </Loaded>
    </div>
  );
}

const lostOf = ({ holds }: SampleWorkspace) => holds.map(({ kind, by_people: own }) => `${kind} ${own}`).join();

function Listed({ holds, changed_files: changed }: SampleWorkspace) {
  if (holds.length === 0) return <p>Nothing of it is here: only its state is cleared.</p>;
  const own = holds.filter(({ by_people: count }) => count > 0);
  return (
    <>
      {own.length === 0 ? (
        <p>It holds no work of people in this team.</p>
      ) : (
        <div>
          <p className="font-medium text-ink">People in this team lose</p>
          <ul aria-label="People in this team lose" className="list-disc ps-5">
            {own.map(({ kind, by_people: count }) => (
              <li key={kind}>
                {counted(count, ...words[kind])} that they {kind === "run" ? "started" : "added"}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <p className="font-medium text-ink">Removed in all</p>
        <ul aria-label="Removed in all" className="list-disc ps-5 sm:columns-2">
          {holds.map(({ kind, count }) => (
            <li key={kind}>{counted(count, ...words[kind])}</li>
          ))}
        </ul>
      </div>
      <p>
        {changed === 0 ? "" : `${counted(changed, "file of it that was changed stays", "files of it that were changed stay")}. `}
        Agents, queues and files of your own stay. An agent of yours that uses its queues or its connection works without them.
      </p>
    </>
  );
}
