import { Columns3 } from "lucide-react";
import { IconButton } from "./icon-button.tsx";
import { Menu } from "./menu.tsx";
import type { Column } from "./table-column.ts";
import { toast } from "./toast.ts";

export interface ChosenColumns {
  readonly hidden: ReadonlySet<string>;
  readonly hide: (ids: ReadonlySet<string>) => Promise<void>;
}

export type NamedColumn = Pick<Column<never>, "id" | "header"> & {
  /** Nobody sees it before they choose it. */
  readonly rare?: true;
  /** What a file calls it, where that is another name. */
  readonly file?: string;
};

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
          ...choices.map((column) => ({
            label: column.header,
            checked: isShown(column, hidden),
            stays: true as const,
            onSelect: () => change(turned(hidden, nameOf(column))),
          })),
          ...(choices.some((column) => hidden.has(nameOf(column)))
            ? [
                "separator" as const,
                {
                  label: choices.some(({ rare }) => rare) ? "Show the usual columns" : "Show all columns",
                  onSelect: () => change(new Set()),
                },
              ]
            : []),
        ]}
      />
    </span>
  );
}

/** What of a table is shown. */
export function shownColumns<C extends NamedColumn>(columns: readonly C[], { hidden }: Pick<ChosenColumns, "hidden">): readonly C[] {
  return columns.filter((column, at) => at === 0 || column.header === "" || isShown(column, hidden));
}

/** As {@link shownColumns}, of columns that stand behind others. */
export function shownOf<C extends NamedColumn>(columns: readonly C[], { hidden }: Pick<ChosenColumns, "hidden">): readonly C[] {
  return columns.filter((column) => isShown(column, hidden));
}

/** What is kept of a choice: a rare column by a plus before its name. */
const nameOf = ({ id, rare }: NamedColumn) => (rare ? `+${id}` : id);
const isShown = (column: NamedColumn, hidden: ReadonlySet<string>) => hidden.has(nameOf(column)) === (column.rare === true);

function turned(hidden: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set(hidden.has(id) ? [...hidden].filter((each) => each !== id) : [...hidden, id]);
}
