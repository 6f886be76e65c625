import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Trash2, X } from "lucide-react";
import { caseStatuses } from "#contract/queues/case.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";
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

/** Floats over the list, so that selecting moves no row. */
export function CaseSelection({ queueId, count, all, onAct, onClear }: CaseSelectionProps) {
  const consumers = useQuery(queueAgentsRead(queueId)).data?.consumers;
  return (
    <div className="pointer-events-none absolute inset-x-2 bottom-4 z-20 flex justify-center">
      <div
        role="toolbar"
        aria-label="Selected cases"
        className="pointer-events-auto flex flex-wrap items-center gap-2 rounded-md bg-surface py-1.5 ps-3 pe-1.5 shadow-pop"
      >
        <span role="status" className="text-sm font-medium">
          {count.toLocaleString("en")} selected
        </span>
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
        <IconButton icon={X} size="sm" label="Clear the selection" keys="escape" onClick={onClear} />
      </div>
    </div>
  );
}
