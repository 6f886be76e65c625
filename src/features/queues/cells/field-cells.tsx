import { caseList } from "#contract/queues/case-list.ts";
import type { Case } from "#contract/queues/case.ts";
import type { CaseSearch } from "#features/queues/case-search.ts";
import { orderedBy, orderIn } from "#lists/list-order.ts";
import type { Column } from "#ui/table-column.ts";
import { Time } from "#ui/time.tsx";
import type { FieldColumn } from "./field-columns.ts";
import { fieldValue, fieldWords } from "./field-values.ts";

const widths: Partial<Record<FieldColumn["kind"], string>> = { boolean: "96px", date: "120px", "date-time": "120px" };
const figures: readonly FieldColumn["kind"][] = ["number", "integer", "money"];

/** Fields as a table draws them: their heads order it, words from the first letter on, figures and times from the last. */
export function fieldTableColumns(
  fields: readonly FieldColumn[],
  search: CaseSearch,
  onSearch: (search: CaseSearch) => void,
): readonly (Column<Case> & Pick<FieldColumn, "rare">)[] {
  const { by, order } = orderIn(caseList, search);
  return fields.map((field) => ({
    id: field.id,
    header: field.header,
    width: widths[field.kind] ?? "144px",
    from: "lg",
    ...(figures.includes(field.kind) ? { align: "end" as const } : {}),
    ...(field.rare ? { rare: field.rare } : {}),
    onSort: () => onSearch(orderedBy(caseList, search, `field.${field.orders}`, field.kind === "string" ? "asc" : "desc")),
    ...(by === `field.${field.orders}` ? { sorted: order } : {}),
    cell: (one: Case) => <FieldCell one={one} field={field} />,
  }));
}

function FieldCell({ one, field }: { one: Case; field: FieldColumn }) {
  const value = fieldValue(one, field);
  if (field.kind === "date-time" && typeof value === "string" && !Number.isNaN(Date.parse(value))) return <Time at={value} />;
  const words = fieldWords(value, field);
  return words === undefined ? <span className="text-ink-3">–</span> : <bdi className="tabular-nums">{words}</bdi>;
}
