import { Columns3 } from "lucide-react";
import { IconButton } from "./icon-button.tsx";
import { Menu } from "./menu.tsx";
import type { Column } from "./table-column.ts";
import { toast } from "./toast.ts";

export interface ChosenColumns {
  readonly hidden: ReadonlySet<string>;
  readonly hide: (ids: ReadonlySet<string>) => Promise<void>;
}

export type NamedColumn = Pick<Column<never>, "id" | "header">;

interface ColumnMenuProps extends ChosenColumns {
  columns: readonly NamedColumn[];
}

/** Chooses the columns of a table. The first one carries the row's link and stays. A phone has its own line in their place. */
export function ColumnMenu({ columns, hidden, hide }: ColumnMenuProps) {
  const choices = columns.slice(1).filter(({ header }) => header !== "");
  const change = (ids: ReadonlySet<string>) =>
    void hide(ids).catch((error: unknown) =>
      toast(`The columns were not saved. ${error instanceof Error ? error.message : ""}`, { failed: true }),
    );
  return (
    <span className="max-sm:hidden">
      <Menu
        trigger={<IconButton icon={Columns3} label="Columns" />}
        entries={[
          ...choices.map(({ id, header }) => ({
            label: header,
            checked: !hidden.has(id),
            stays: true as const,
            onSelect: () => change(turned(hidden, id)),
          })),
          ...(choices.some(({ id }) => hidden.has(id))
            ? ["separator" as const, { label: "Show all columns", onSelect: () => change(new Set()) }]
            : []),
        ]}
      />
    </span>
  );
}

/** What of a table is shown. */
export function shownColumns<C extends NamedColumn>(columns: readonly C[], { hidden }: Pick<ChosenColumns, "hidden">): readonly C[] {
  return columns.filter(({ id, header }, at) => at === 0 || header === "" || !hidden.has(id));
}

function turned(hidden: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set(hidden.has(id) ? [...hidden].filter((each) => each !== id) : [...hidden, id]);
}
