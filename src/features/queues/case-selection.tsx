import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Trash2 } from "lucide-react";
import { caseStatuses } from "#contract/queues/case.ts";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";
import { SelectionBar } from "#ui/selection-bar.tsx";
import { priorityWords } from "./case-search.ts";
import { caseStatusWord, priorityWord } from "./case-words.ts";
import { queueAgentsRead } from "./queries.ts";
import type { BulkAct } from "./use-case-bulk.ts";

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
  const consumers = useQuery(queueAgentsRead(queueId)).data?.consumers;
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
          label: caseStatusWord(status),
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
      <Menu
        side="top"
        trigger={
          <Button size="sm" icon={ChevronDown}>
            Give to
          </Button>
        }
        entries={
          consumers?.length
            ? consumers.map(({ agent_id, agent_name }) => ({
                label: agent_name,
                onSelect: () => onAct({ act: { kind: "reprocess", agent_id }, agentName: agent_name }),
              }))
            : [{ label: "No agent", note: consumers ? "No live agent takes work from this queue." : "Still looking.", disabled: true }]
        }
      />
      <Button size="sm" icon={Trash2} onClick={() => onAct({ act: { kind: "delete" } })}>
        Delete
      </Button>
    </SelectionBar>
  );
}
