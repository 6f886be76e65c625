import { Download, Ellipsis, FileUp, SquareKanban, Table2 } from "lucide-react";
import { type CaseSearch, laidOut } from "#features/queues/case-search.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";

interface CaseListMenuProps {
  /** Where cases are imported. */
  importing: string;
  search: CaseSearch;
  onSearch: (search: CaseSearch) => void;
  /** Undefined where there is nothing to export, or it is under way. */
  onExport: (() => void) | undefined;
}

/** What a wide screen has buttons for. */
export function CaseListMenu({ importing, search, onSearch, onExport }: CaseListMenuProps) {
  const board = search.layout === "board";
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label="More actions" />}
      entries={[
        { label: "Table", icon: Table2, checked: !board, onSelect: () => onSearch(laidOut(search, "table")) },
        { label: "Board", icon: SquareKanban, checked: board, onSelect: () => onSearch(laidOut(search, "board")) },
        "separator",
        { label: "Import cases", icon: FileUp, link: importing },
        {
          label: "Export these cases as CSV",
          icon: Download,
          disabled: onExport === undefined,
          ...(onExport ? { onSelect: onExport } : {}),
        },
      ]}
    />
  );
}
