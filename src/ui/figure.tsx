import type { ReactNode } from "react";

export interface FigureProps {
  name: string;
  value: string;
  /** What is said beneath it. */
  note?: ReactNode;
  failed?: boolean;
}

const keyFigure = "text-xl font-semibold tabular-nums sm:text-[28px] sm:leading-9 sm:tracking-[-0.02em]";

/** A number with its name, in a `dl`. */
export function Figure({ name, value, note, failed = false }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className={failed ? `${keyFigure} text-failed` : keyFigure}>{value}</dd>
      {note ? <dd className="text-xs text-ink-3">{note}</dd> : null}
    </div>
  );
}
