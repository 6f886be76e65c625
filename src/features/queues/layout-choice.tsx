import { SquareKanban, Table2 } from "lucide-react";
import { IconButton } from "#ui/icon-button.tsx";
import type { CaseSearch } from "./case-search.ts";

interface LayoutChoiceProps {
  search: CaseSearch;
  onSearch: (search: CaseSearch) => void;
}

/** Table or board. */
export function LayoutChoice({ search, onSearch }: LayoutChoiceProps) {
  const { layout, status: _status, ...others } = search;
  const board = layout === "board";
  return (
    <span role="group" aria-label="Layout" className="flex">
      <IconButton icon={Table2} label="Table" aria-pressed={!board} onClick={() => board && onSearch(others)} />
      <IconButton
        icon={SquareKanban}
        label="Board"
        aria-pressed={board}
        onClick={() => !board && onSearch({ ...others, layout: "board" })}
      />
    </span>
  );
}
