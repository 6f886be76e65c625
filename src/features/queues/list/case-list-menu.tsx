import { Ellipsis, FileUp, SquareKanban, Table2 } from "lucide-react";
import { type CaseSearch, laidOut } from "#features/queues/case-search.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";

interface CaseListMenuProps {
  /** Where cases are imported. */
  importing: string;
  search: CaseSearch;
  onSearch: (search: CaseSearch) => void;
}

/** What a wide screen has buttons for. */
export function CaseListMenu({ importing, search, onSearch }: CaseListMenuProps) {
  const board = search.layout === "board";
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label="More actions" />}
      entries={[
        { label: "Table", icon: Table2, checked: !board, onSelect: () => onSearch(laidOut(search, "table")) },
        { label: "Board", icon: SquareKanban, checked: board, onSelect: () => onSearch(laidOut(search, "board")) },
        "separator",
        { label: "Import cases", icon: FileUp, link: importing },
      ]}
    />
  );
}
