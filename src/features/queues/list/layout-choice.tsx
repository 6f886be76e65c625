import { SquareKanban, Table2 } from "lucide-react";
import { type CaseSearch, laidOut } from "#features/queues/case-search.ts";
import { IconButton } from "#ui/icon-button.tsx";

interface LayoutChoiceProps {
  search: CaseSearch;
  onSearch: (search: CaseSearch) => void;
}

/** Table or board. */
export function LayoutChoice({ search, onSearch }: LayoutChoiceProps) {
  const board = search.layout === "board";
  return (
    <span role="group" aria-label="Layout" className="flex">
      <IconButton icon={Table2} label="Table" aria-pressed={!board} onClick={() => board && onSearch(laidOut(search, "table"))} />
      <IconButton icon={SquareKanban} label="Board" aria-pressed={board} onClick={() => !board && onSearch(laidOut(search, "board"))} />
    </span>
  );
}
