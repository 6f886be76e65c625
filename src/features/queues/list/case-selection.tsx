import { caseStates } from "#api/states/case-states.ts";
import { ChevronDown, Trash2 } from "lucide-react";
import { caseStatuses } from "#contract/queues/case.ts";
import { priorityWords } from "#features/queues/case-search.ts";
import { priorityWord } from "#features/queues/case-words.ts";
import { GiveMenu } from "#features/queues/labels/give-menu.tsx";
import type { BulkAct } from "#features/queues/use-case-bulk.ts";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { SelectionBar } from "#ui/selection-bar.tsx";

interface CaseSelectionProps {
  queueId: string;
  count: number;
  /** Offers to select what is not loaded yet, too. */
  all: { total: number; onSelect: () => void } | undefined;
  onAct: (act: BulkAct) => void;
  onClear: () => void;
}

/** What can be done with the selected cases. */
export function CaseSelection({ queueId, count, all, onAct, onClear }: CaseSelectionProps) {
  return (
    <SelectionBar label="Selected cases" count={count} onClear={onClear}>
      {all ? (
        <Button size="sm" tone="quiet" onClick={all.onSelect}>
          Select all {all.total.toLocaleString("en")} matching
        </Button>
      ) : null}
      <Menu
        side="top"
        trigger={
          <Button size="sm" icon={ChevronDown}>
            Status
          </Button>
        }
        entries={caseStatuses.map((status) => ({
          label: caseStates[status].word,
          onSelect: () => onAct({ act: { kind: "status", status } }),
        }))}
      />
      <Menu
        side="top"
        trigger={
          <Button size="sm" icon={ChevronDown}>
            Priority
          </Button>
        }
        entries={priorityWords.map((priority) => ({
          label: priorityWord(priority),
          onSelect: () => onAct({ act: { kind: "priority", priority } }),
        }))}
      />
      <GiveMenu
        queueId={queueId}
        side="top"
        size="sm"
        onGive={({ agent_id, agent_name }) => onAct({ act: { kind: "reprocess", agent_id }, agentName: agent_name })}
      />
      <Button size="sm" icon={Trash2} onClick={() => onAct({ act: { kind: "delete" } })}>
        Delete
      </Button>
    </SelectionBar>
  );
}
