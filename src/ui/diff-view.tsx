import { Fragment, useMemo, useState } from "react";
import { cx } from "./cx.ts";
import { type DiffLine, diffLines, type DiffRow, folded } from "./diff.ts";
import { useMedia } from "./media.ts";

export interface DiffViewProps {
  before: string;
  after: string;
  /** What is compared, for screen readers: "Instructions". */
  label: string;
  /** `split` sets both sides beside each other from 900 px on. */
  layout?: "unified" | "split";
  beforeTitle?: string;
  afterTitle?: string;
}

/** Two texts line by line. Added and removed lines carry a sign as well as a hue; long equal parts are folded. */
export function DiffView({
  before,
  after,
  label,
  layout: wanted = "unified",
  beforeTitle = "Before",
  afterTitle = "After",
}: DiffViewProps) {
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  const wide = useMedia("(min-width: 900px)");
  const layout = wide ? wanted : "unified";
  const [whole, setWhole] = useState(false);
  if (before === after) return <p className="px-3 py-2 text-sm text-ink-3">No difference.</p>;
  const rows: readonly DiffRow[] = whole ? lines : folded(lines);
  return (
    <div role="group" aria-label={`Changes in ${label}`} tabIndex={0} className="overflow-x-auto rounded-md border border-line">
      <table className="w-full border-collapse font-mono text-xs leading-5">
        <caption className="sr-only">{label}</caption>
        <thead className={layout === "split" ? "border-b border-line font-sans text-ink-3" : "sr-only"}>
          <tr>
            <th scope="col" colSpan={layout === "split" ? 2 : 3} className="px-2 py-1 text-start font-medium">
              {layout === "split" ? beforeTitle : `${beforeTitle} and ${afterTitle}`}
            </th>
            {layout === "split" ? (
              <th scope="col" colSpan={2} className="border-s border-line px-2 py-1 text-start font-medium">
                {afterTitle}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {layout === "split" ? (
            <SplitRows rows={rows} onUnfold={() => setWhole(true)} />
          ) : (
            <UnifiedRows rows={rows} onUnfold={() => setWhole(true)} />
          )}
        </tbody>
      </table>
    </div>
  );
}

function UnifiedRows({ rows, onUnfold }: { rows: readonly DiffRow[]; onUnfold: () => void }) {
  return rows.map((row, at) =>
    row.kind === "gap" ? (
      <Gap key={at} lines={row.lines} span={3} onUnfold={onUnfold} />
    ) : (
      <tr key={at} className={ground(row)}>
        <LineNumber value={row.before} />
        <LineNumber value={row.after} />
        <Text line={row} />
      </tr>
    ),
  );
}

function SplitRows({ rows, onUnfold }: { rows: readonly DiffRow[]; onUnfold: () => void }) {
  return paired(rows).map((pair, at) =>
    "gap" in pair ? (
      <Gap key={at} lines={pair.gap} span={4} onUnfold={onUnfold} />
    ) : (
      <tr key={at}>
        {[pair.left, pair.right].map((line, side) => (
          <Fragment key={side}>
            <LineNumber
              value={side === 0 ? line?.before : line?.after}
              className={cx(ground(line), side === 1 && "border-s border-line")}
            />
            <Text line={line} className={cx("w-1/2", ground(line))} />
          </Fragment>
        ))}
      </tr>
    ),
  );
}

type Pair = { left: DiffLine | undefined; right: DiffLine | undefined } | { gap: number };

function paired(rows: readonly DiffRow[]): Pair[] {
  const pairs: Pair[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) pairs.push({ left: removed[at], right: added[at] });
    removed = [];
    added = [];
  };
  for (const row of rows) {
    if (row.kind === "removed") removed.push(row);
    else if (row.kind === "added") added.push(row);
    else {
      flush();
      pairs.push(row.kind === "gap" ? { gap: row.lines } : { left: row, right: row });
    }
  }
  flush();
  return pairs;
}

function Gap({ lines, span, onUnfold }: { lines: number; span: number; onUnfold: () => void }) {
  return (
    <tr className="bg-sunken font-sans text-ink-3">
      <td colSpan={span} className="px-2">
        <button type="button" className="h-6 rounded-sm hover:text-ink" onClick={onUnfold}>
          Show {lines.toLocaleString("en")} equal lines
        </button>
      </td>
    </tr>
  );
}

function LineNumber({ value, className }: { value: number | undefined; className?: string }) {
  return <td className={cx("w-10 select-none px-2 text-end align-top text-ink-3", className)}>{value}</td>;
}

function Text({ line, className }: { line: DiffLine | undefined; className?: string }) {
  const sign = line?.kind === "added" ? "+" : line?.kind === "removed" ? "−" : " ";
  return (
    <td className={cx("ps-6 pe-2 -indent-4 align-top break-words whitespace-pre-wrap", className)}>
      {line ? (
        <>
          <span aria-hidden className="inline-block w-4 indent-0 select-none text-ink-3">
            {sign}
          </span>
          {line.kind === "same" ? null : <span className="sr-only">{line.kind === "added" ? "Added: " : "Removed: "}</span>}
          {line.text}
        </>
      ) : null}
    </td>
  );
}

function ground(line: DiffLine | undefined): string {
  if (line === undefined) return "bg-sunken";
  return line.kind === "added" ? "bg-done-soft" : line.kind === "removed" ? "bg-failed-soft" : "";
}
