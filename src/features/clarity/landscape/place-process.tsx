import { useState } from "react";
import { useWrite } from "#api/query.ts";
import type { Landscape } from "#contract/clarity/node.ts";
import { createClarityProcessNode } from "#contract/clarity/nodes.ts";
import { ChoiceDialog } from "#features/clarity/choice-dialog.tsx";
import { Button, type ButtonTone } from "#ui/button.tsx";
import { areaOptions } from "#features/clarity/areas.ts";

interface PlaceProcessProps {
  orgId: string;
  process: { readonly id: string; readonly name: string };
  landscape: Pick<Landscape, "nodes">;
  tone?: ButtonTone;
  mayPlace: boolean;
  onPlaced?: (nodeId: string) => void;
}

/** What a process without a place lacks, and the way to give it one: a Manager of its team does. */
export function PlaceProcess({ orgId, process, landscape, tone = "secondary", mayPlace, onPlaced }: PlaceProcessProps) {
  const [placing, setPlacing] = useState(false);
  const place = useWrite(createClarityProcessNode);
  return (
    <div className="border-t border-line px-4 py-3 text-sm">
      <p className="mb-2 text-ink-2">Place it in the landscape to add people and links.</p>
      {mayPlace ? (
        <Button tone={tone} onClick={() => setPlacing(true)}>
          Place
        </Button>
      ) : (
        <p className="text-ink-3">A Manager of its team can place it.</p>
      )}
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
          onPlaced?.(id);
        }}
      />
    </div>
  );
}
