import type { ReactNode } from "react";
import { LongText } from "./long-text.tsx";
import { inReadingOrder } from "./reading-order.ts";

interface ValueViewProps {
  value: unknown;
  /** Reads JSON. Throws where a text is none. */
  parse: (text: string) => unknown;
}

/** Any value of JSON as names and values; what a text holds of JSON is opened. */
export function ValueView({ value, parse }: ValueViewProps): ReactNode {
  if (value === null || value === undefined || value === "") return <span className="text-ink-3">–</span>;
  if (typeof value === "string") {
    const inner = opened(value, parse);
    return inner === undefined ? <LongText text={inReadingOrder(value)} /> : <ValueView value={inner} parse={parse} />;
  }
  // A number that is more than a double has a form of its own.
  if (typeof value !== "object" || "toJSON" in value) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return <span className="text-ink-3">nothing</span>;
  if (Array.isArray(value))
    return (
      <ol className="flex list-decimal flex-col gap-1 ps-5 marker:text-ink-3">
        {entries.map(([at, each]) => (
          <li key={at}>
            <ValueView value={each} parse={parse} />
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
            <ValueView value={each} parse={parse} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The object or list that a text is, if it is one. */
export function opened(text: string, parse: (text: string) => unknown): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return parse(text) as object;
  } catch {
    return undefined;
  }
}
