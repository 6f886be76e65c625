import type { Landscape } from "#contract/clarity/node.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { Status } from "#ui/status.tsx";

interface PassNoticeProps {
  landscape: Pick<Landscape, "generation" | "unlinkedProcesses">;
  underWay: boolean;
  onOrganize: (() => void) | undefined;
  onGenerate: (() => void) | undefined;
}

/** What a model does with the landscape, and what it could do: one line above map and tree, where there is something to say. */
export function PassNotice({ landscape: { generation, unlinkedProcesses }, underWay, onOrganize, onGenerate }: PassNoticeProps) {
  const failed = generation.status === "failed" && generation.error !== null;
  if (!underWay && !failed && !onGenerate && !onOrganize) return null;
  return (
    <div role="status" className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5 text-sm">
      {underWay ? (
        <Status look="working" word="A model is placing processes" />
      ) : failed ? (
        <>
          <Status look="failed" word="Not placed" />
          <span className="min-w-0 text-ink-2">{generation.error}</span>
        </>
      ) : (
        <span className="text-ink-2">{counted(unlinkedProcesses.length, "process has", "processes have")} no place yet.</span>
      )}
      <span className="ms-auto flex gap-2">
        {onGenerate ? (
          <Button size="sm" onClick={onGenerate}>
            Propose areas
          </Button>
        ) : null}
        {onOrganize ? (
          <Button size="sm" onClick={onOrganize}>
            Organize
          </Button>
        ) : null}
      </span>
    </div>
  );
}
