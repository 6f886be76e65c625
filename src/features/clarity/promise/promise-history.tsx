import type { ClarityPromise } from "#contract/clarity/promise.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { Time } from "#ui/time.tsx";
import { figureInWords, figureWords } from "./promise-words.ts";

/** Who promised what before. */
export function PromiseHistory({ history }: Pick<ClarityPromise, "history">) {
  if (history.length === 0) return null;
  return (
    <Disclosure summary="History" className="border-t border-line px-4 py-3 text-sm">
      <ul className="mt-1.5 flex flex-col gap-1.5 text-xs text-ink-2">
        {history.map(({ figure, value, assumption, confirmed, changed_by, changed_at }) => (
          <li key={`${figure} ${changed_at}`}>
            {figureWords[figure].name}: {figureInWords(figure, value)}
            {assumption ? ", assumption" : ""}, {confirmed ? "confirmed" : "changed"} by {changed_by?.name ?? "a former member"},{" "}
            <Time at={changed_at} />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
