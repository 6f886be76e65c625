import type { UnmatchedField } from "#contract/schedules/trigger-filter.ts";
import { fieldInWords } from "./filter-words.ts";

/** Every field that kept an event from starting a run, with what was there instead. */
export function UnmatchedFields({ fields }: { fields: readonly UnmatchedField[] }) {
  if (fields.length === 1) return <span className="break-words">{fields.map(fieldInWords)}</span>;
  return (
    <ul>
      {fields.map((field) => (
        <li key={`${field.field} ${field.is} ${field.wanted}`} className="break-words">
          {fieldInWords(field)}
        </li>
      ))}
    </ul>
  );
}
