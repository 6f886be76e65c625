import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { AnyLink } from "./link.tsx";
import type { LoadedQuery } from "./loaded.tsx";
import { Skeleton } from "./skeleton.tsx";

export interface KeyFigureValue {
  /** Null: it is none, drawn as a dash. */
  readonly value: string | null;
  /** What is said beneath it, in a few words. */
  readonly note?: ReactNode;
  /** Colors it where there is some. */
  readonly tone?: "failed" | "waiting";
  /** Where what it counts is listed. */
  readonly link?: string | undefined;
}

interface KeyFigureProps<T> {
  name: string;
  query: LoadedQuery<T>;
  children: (data: T) => KeyFigureValue;
}

const tones = { failed: "text-failed", waiting: "text-waiting" } as const;

/** A large number with its name, in a `dl`. It is as high while it loads, and where it could not be loaded. */
export function KeyFigure<T>({ name, query, children }: KeyFigureProps<T>) {
  const { value, note, tone, link } = query.data === undefined ? notThere(query) : children(query.data);
  return (
    <div className="min-w-0">
      <dt className="truncate text-xs text-ink-2">{name}</dt>
      <dd
        className={cx(
          "h-7 truncate text-xl leading-7 font-semibold tracking-[-0.02em] md:h-9 md:text-[28px] md:leading-9",
          value === null ? "text-ink-3" : tone && tones[tone],
        )}
      >
        {link ? (
          <AnyLink link={link} aria-label={`${name}: ${value ?? "none"}`} className="rounded-sm hover:underline">
            {value ?? "–"}
          </AnyLink>
        ) : value === undefined ? (
          <Skeleton className="mt-2 h-4 w-12" />
        ) : (
          (value ?? "–")
        )}
      </dd>
      <dd className="h-4 truncate text-xs text-ink-3">{note}</dd>
    </div>
  );
}

function notThere({ error }: Pick<LoadedQuery<unknown>, "error">): Partial<KeyFigureValue> {
  return error ? { value: null, note: <span className="text-failed">Could not be loaded</span> } : {};
}
