import { StageMarks } from "#features/clarity/stage-marks.tsx";
import { exceptionOf } from "#features/clarity/process-words.ts";
import { cx } from "#ui/cx.ts";
import { Status } from "#ui/status.tsx";
import { type Frame, type Row, unsortedFrame } from "./landscape-model.ts";
import { sizes } from "./map-layout.ts";

interface MapFrameProps {
  frame: Frame;
  width: number;
  chosen: string | undefined;
  path: ReadonlySet<string>;
  matches: ((row: Row) => boolean) | undefined;
  onChoose: (id: string | undefined) => void;
  onOrganize: (() => void) | undefined;
}

/** An area of the map with a line for each thing inside it. */
export function MapFrame({ frame, width, chosen, path, matches, onChoose, onOrganize }: MapFrameProps) {
  const { head, rows, name } = frame;
  const count = rows.filter(({ kind }) => kind === "process").length;
  return (
    <div
      className={cx(
        "h-full overflow-hidden rounded-md border bg-surface",
        head?.proposed ? "border-dashed border-line-strong" : "border-line",
        head && head.id === chosen && "outline-2 outline-(--focus)",
      )}
      style={{ width }}
    >
      <div
        className={cx("flex items-center gap-1.5 border-b border-line px-2.5", frame.id === unsortedFrame ? "bg-surface" : "bg-sunken")}
        style={{ height: sizes.head }}
      >
        {head ? (
          <button
            type="button"
            tabIndex={-1}
            data-place={head.id}
            onClick={() => onChoose(head.id === chosen ? undefined : head.id)}
            className="min-w-0 truncate text-sm font-semibold"
            title={name}
          >
            {name}
          </button>
        ) : (
          <span className="truncate text-sm font-semibold">{name}</span>
        )}
        <span className="text-xs text-ink-3 tabular-nums">{count}</span>
        {frame.id === unsortedFrame && onOrganize ? (
          <button type="button" onClick={onOrganize} className="ms-auto rounded-sm text-xs text-accent-ink hover:underline">
            Organize
          </button>
        ) : null}
      </div>
      {rows.map((row) => (
        <Line
          key={row.id}
          row={row}
          chosen={row.id === chosen}
          onPath={path.has(row.id)}
          faded={matches !== undefined && !matches(row)}
          onChoose={() => onChoose(row.id === chosen ? undefined : row.id)}
        />
      ))}
    </div>
  );
}

interface LineProps {
  row: Row;
  chosen: boolean;
  onPath: boolean;
  faded: boolean;
  onChoose: () => void;
}

function Line({ row, chosen, onPath, faded, onChoose }: LineProps) {
  const { name, kind, depth, stage, proposed, process } = row;
  const exception = process ? exceptionOf({ ...process, failures: process.failuresSinceEvidence }) : undefined;
  return (
    <button
      type="button"
      tabIndex={-1}
      data-place={row.id}
      onClick={onChoose}
      title={name}
      style={{ height: sizes.row, paddingInlineStart: 10 + depth * 12 }}
      className={cx(
        "flex w-full items-center gap-1.5 pe-2 text-start text-xs hover:bg-hover",
        chosen ? "rounded-[5px] bg-accent-soft font-medium inset-ring-[1.5px] inset-ring-accent" : onPath && "bg-accent-soft",
        kind === "area" && "font-semibold",
        proposed && "text-ink-3",
        faded && !chosen && "opacity-35",
      )}
    >
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {exception ? <Status {...exception} iconOnly /> : null}
      {stage === undefined ? <span className="text-ink-3 tabular-nums">{row.count}</span> : <StageMarks stage={stage} />}
    </button>
  );
}
