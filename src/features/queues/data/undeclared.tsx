import { valueWords } from "#features/queues/schema/schema-words.ts";
import { Button } from "#ui/button.tsx";

/** Values that the schema knows nothing of, as after another version of it. The service takes none of them. */
export function Undeclared({ values, onRemove }: { values: readonly (readonly [string, unknown])[]; onRemove: () => void }) {
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-2 rounded-md bg-waiting-soft px-3 py-2 text-sm sm:col-span-2">
      <div className="min-w-0 flex-1 basis-48">
        <p>{values.length === 1 ? "Unknown field:" : "Unknown fields:"}</p>
        <ul className="break-words text-ink-2">
          {values.map(([name, value]) => (
            <li key={name} className="line-clamp-2">
              <span className="font-mono">{name}</span>: {valueWords(value) || "nothing"}
            </li>
          ))}
        </ul>
      </div>
      <Button size="sm" onClick={onRemove}>
        {values.length === 1 ? "Remove it" : "Remove them"}
      </Button>
    </div>
  );
}
