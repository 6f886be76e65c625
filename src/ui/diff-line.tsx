import { Fragment, type Ref } from "react";
import { cx } from "./cx.ts";
import type { DiffLine } from "./diff.ts";
import { type Stretch, wordsOf } from "./word-diff.ts";

interface DiffLineRowProps {
  line: DiffLine;
  before: readonly string[];
  after: readonly string[];
  layout: "unified" | "split";
  /** The reader has come to the change that begins here. */
  current: boolean;
  index: number;
  ref?: Ref<HTMLTableRowElement>;
}

/** A line of a diff as a row of its table: one text in `unified`, both beside each other in `split`. */
export function DiffLineRow({ line, before, after, layout, current, index, ref }: DiffLineRowProps) {
  const old = line.before === undefined ? undefined : before[line.before];
  const now = line.after === undefined ? undefined : after[line.after];
  const words = line.kind !== "same" && old !== undefined && now !== undefined ? wordsOf(old, now) : undefined;
  const row = {
    ref,
    "data-index": index,
    "aria-rowindex": index + 2,
    tabIndex: line.hunk === undefined ? undefined : -1,
    "data-stop": line.hunk === undefined ? undefined : "",
    "aria-current": current || undefined,
  };
  if (layout === "unified") {
    const removed = line.kind === "removed";
    const sign = line.kind === "same" ? undefined : removed ? "removed" : "added";
    return (
      <tr {...row}>
        <LineNumber value={line.kind === "added" ? undefined : line.before} sign={sign} />
        <LineNumber value={removed ? undefined : line.after} sign={sign} />
        <Text text={(removed ? old : now) ?? ""} words={removed ? words?.before : words?.after} sign={sign} />
      </tr>
    );
  }
  const changed = line.kind !== "same";
  return (
    <tr {...row}>
      <Side value={line.before} text={old} words={words?.before} sign={changed ? "removed" : undefined} />
      <Side value={line.after} text={now} words={words?.after} sign={changed ? "added" : undefined} second />
    </tr>
  );
}

type Sign = "added" | "removed" | undefined;

function Side({
  value,
  text,
  words,
  sign,
  second = false,
}: {
  value: number | undefined;
  text: string | undefined;
  words: Stretch[] | undefined;
  sign: Sign;
  second?: boolean;
}) {
  const edge = second ? "border-s border-line" : "";
  if (text === undefined) return <td colSpan={2} className={cx("bg-sunken", edge)} />;
  return (
    <>
      <LineNumber value={value} sign={sign} className={edge} />
      <Text text={text} words={words} sign={sign} />
    </>
  );
}

const grounds = { added: "bg-done-soft", removed: "bg-failed-soft" } as const;
const marks = { added: "bg-done/25", removed: "bg-failed/25" } as const;

function LineNumber({ value, sign, className }: { value: number | undefined; sign: Sign; className?: string }) {
  return (
    <td className={cx("select-none px-1.5 text-end align-top text-ink-2", sign && grounds[sign], className)}>
      {value === undefined ? null : value + 1}
    </td>
  );
}

function Text({ text, words, sign }: { text: string; words: Stretch[] | undefined; sign: Sign }) {
  return (
    <td className={cx("ps-6 pe-2 -indent-[2ch] align-top whitespace-pre-wrap [overflow-wrap:anywhere]", sign && grounds[sign])}>
      {/* A space that does not break: a line that begins with a long word begins beside its sign. */}
      <span aria-hidden className="select-none text-ink-2">
        {sign === "added" ? "+" : sign === "removed" ? "−" : "\u00a0"}
        {"\u00a0"}
      </span>
      {sign ? <span className="sr-only">{sign === "added" ? "Added: " : "Removed: "}</span> : null}
      {words && sign
        ? words.map(({ text: part, own }, at) =>
            own ? (
              <mark key={at} className={cx("rounded-sm text-ink", marks[sign])}>
                {part}
              </mark>
            ) : (
              <Fragment key={at}>{part}</Fragment>
            ),
          )
        : text}
    </td>
  );
}
