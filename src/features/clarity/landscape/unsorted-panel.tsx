import { X } from "lucide-react";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import type { Landscape, UnsortedProcess } from "#contract/clarity/node.ts";
import { createClarityProcessNode } from "#contract/clarity/nodes.ts";
import { managesPlace } from "#contract/clarity/rights.ts";
import { ChoiceDialog } from "#features/clarity/choice-dialog.tsx";
import { ProcessLabels } from "#features/clarity/process-labels.tsx";
import { stageWords } from "#features/clarity/process-words.ts";
import { useStanding } from "#features/clarity/use-standing.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { AnyLink } from "#ui/link.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { areaOptions } from "./areas.ts";
import { processLink } from "./landscape-model.ts";

interface UnsortedPanelProps {
  teamId: string;
  orgId: string;
  process: UnsortedProcess;
  landscape: Landscape;
  onChoose: (id: string | undefined) => void;
}

/** A process without a place: a Manager of its team gives it one. */
export function UnsortedPanel({ teamId, orgId, process, landscape, onChoose }: UnsortedPanelProps) {
  const [placing, setPlacing] = useState(false);
  const place = useWrite(createClarityProcessNode);
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
      <div className="border-t border-line px-4 py-3 text-sm">
        <p className="mb-2 text-ink-2">Place it in the landscape to add people and links.</p>
        {manages ? (
          <Button tone="primary" onClick={() => setPlacing(true)}>
            Place
          </Button>
        ) : (
          <p className="text-ink-3">A Manager of its team can place it.</p>
        )}
      </div>
      <ProcessLabels orgId={orgId} processId={process.id} labels={process.labels} mayChange={manages} />
      <ChoiceDialog
        open={placing}
        onClose={() => setPlacing(false)}
        title={`Place ${process.name}`}
        label="Inside"
        placeholder="No area"
        optional
        options={areaOptions(landscape.nodes)}
        submit="Place"
        onChoose={async (parentId) => {
          const { id } = await place.mutateAsync({ params: { orgId }, body: { processId: process.id, parentId } });
          onChoose(id);
        }}
      />
    </aside>
  );
}
