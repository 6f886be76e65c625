import { X } from "lucide-react";
import type { Landscape, UnsortedProcess } from "#contract/clarity/node.ts";
import { managesPlace } from "#contract/clarity/rights.ts";
import { ProcessLabels } from "#features/clarity/process-labels.tsx";
import { stageWords } from "#features/clarity/process-words.ts";
import { useStanding } from "#features/clarity/use-standing.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { processLink } from "./landscape-model.ts";
import { PlaceProcess } from "./place-process.tsx";

interface UnsortedPanelProps {
  teamId: string;
  orgId: string;
  process: UnsortedProcess;
  landscape: Landscape;
  onChoose: (id: string | undefined) => void;
}

/** A process without a place: a Manager of its team gives it one. */
export function UnsortedPanel({ teamId, orgId, process, landscape, onChoose }: UnsortedPanelProps) {
  const link = processLink({ process, node: undefined }, teamId) ?? "";
  const standing = useStanding();
  const manages = managesPlace({ kind: "process", existence: "active", teamId: process.teamId }, standing);
  return (
    <aside aria-label={process.name} className="flex w-full shrink-0 flex-col overflow-y-auto border-line bg-surface lg:w-80 lg:border-s">
      <header className="flex items-start gap-1 px-4 pt-3 pb-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold break-words">
            <AnyLink link={link} className="hover:underline">
              {process.name}
            </AnyLink>
          </h2>
          <p className="text-sm text-ink-2">
            Unsorted · {process.teamName} · {stageWords[process.stage]}
          </p>
          <LinkButton link={link} size="sm" className="mt-2">
            Open process
          </LinkButton>
        </div>
        <IconButton size="sm" icon={X} label="Close" onClick={() => onChoose(undefined)} />
      </header>
      <PlaceProcess {...{ orgId, process, landscape }} tone="primary" mayPlace={manages} onPlaced={onChoose} />
      <ProcessLabels orgId={orgId} processId={process.id} labels={process.labels} mayChange={manages} />
    </aside>
  );
}
