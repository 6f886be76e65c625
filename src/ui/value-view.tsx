import type { ReactNode } from "react";
import { LongText } from "./long-text.tsx";
import { inReadingOrder } from "./reading-order.ts";

/** Any value of JSON as names and values; what a text holds of JSON is opened. */
export function ValueView({ value }: { value: unknown }): ReactNode {
  if (value === null || value === undefined || value === "") return <span className="text-ink-3">–</span>;
  if (typeof value === "string") {
    const inner = opened(value);
    return inner === undefined ? <LongText text={inReadingOrder(value)} /> : <ValueView value={inner} />;
  }
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return <span className="text-ink-3">nothing</span>;
  if (Array.isArray(value))
    return (
      <ol className="flex list-decimal flex-col gap-1 ps-5 marker:text-ink-3">
        {entries.map(([at, each]) => (
          <li key={at}>
            <ValueView value={each} />
          </li>
        ))}
      </ol>
    );
  return (
    <dl className="grid grid-cols-1 gap-x-4 sm:grid-cols-[minmax(80px,max-content)_1fr] sm:gap-y-1">
      {entries.map(([name, each]) => (
        <div key={name} className="contents">
          <dt className="max-w-60 break-words text-ink-3">{inReadingOrder(name)}</dt>
          <dd className="min-w-0 break-words whitespace-pre-wrap max-sm:mb-1">
            <ValueView value={each} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The object or list that a text is, if it is one. */
export function opened(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
