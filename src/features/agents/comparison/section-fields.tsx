import { type Here, useStop } from "#ui/change-stop.tsx";
import { useBlock } from "./change-stops.ts";
import type { FieldChange } from "./compare.ts";
import type { ComparisonLook } from "./comparison.tsx";

interface SectionFieldsProps {
  id: string;
  changes: readonly FieldChange[];
  look: ComparisonLook;
}

/** Settings that differ, old and new beside each other. */
export function SectionFields({ id, changes, look: { beforeTitle, afterTitle } }: SectionFieldsProps) {
  const here = useBlock(id, changes.length);
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <table aria-label="Changed settings" className="w-full table-fixed border-collapse text-sm">
        <thead className="border-b border-line text-xs text-ink-3">
          <tr>
            {["Setting", beforeTitle, afterTitle].map((title) => (
              <th key={title} scope="col" className="px-3 py-1.5 text-start font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((change, at) => (
            <Row key={change.name} change={change} here={here} at={at} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ change: { name, before, after }, here, at }: { change: FieldChange; here: Here | undefined; at: number }) {
  return (
    <tr {...useStop<HTMLTableRowElement>(here, at)} className="border-b border-line last:border-b-0">
      <th scope="row" className="px-3 py-1.5 text-start align-top font-normal text-ink-2">
        {name}
      </th>
      <Value text={before} ground="bg-failed-soft" />
      <Value text={after} ground="bg-done-soft" />
    </tr>
  );
}

function Value({ text, ground }: { text: string; ground: string }) {
  return (
    <td className={`px-3 py-1.5 align-top break-words whitespace-pre-wrap ${ground}`}>
      {text === "" ? <span className="text-ink-2">Not set</span> : text}
    </td>
  );
}
