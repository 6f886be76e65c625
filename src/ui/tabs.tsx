import { Tabs as Radix } from "radix-ui";
import { cx } from "./cx.ts";
import { type ReactNode, useLayoutEffect, useRef } from "react";

export interface Tab<T extends string> {
  readonly value: T;
  readonly label: string;
  /** Beside the label: how many there are. Its room is kept while it is not known yet, `undefined`. */
  readonly count?: ReactNode;
  /** Says more than the label, to a pointer and to a screen reader. */
  readonly hint?: string;
  /** A line stands before it: what follows is of another kind. */
  readonly parted?: boolean;
}

/** The row of tabs and, with `children`, the panel of the chosen one. The screen keeps `value` in the address. */
export function Tabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  label: string;
  tabs: readonly Tab<T>[];
  value: T;
  onChange: (value: T) => void;
  children?: ReactNode;
}) {
  const chosen = useRef<HTMLButtonElement>(null);
  const room = { minInlineSize: `${roomFor(tabs.map(({ count }) => count))}ch` };
  const counted = tabs.map(({ count }) => (count === undefined ? "-" : "n")).join("");
  // Where the row is wider than the screen, the chosen one is in sight, also once the counts before it are known.
  useLayoutEffect(() => {
    chosen.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [value, counted]);
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className={children === undefined ? "min-w-0 shrink-0" : "flex min-h-0 min-w-0 flex-1 flex-col"}
    >
      <Radix.List
        aria-label={label}
        className="fade-ends flex shrink-0 gap-4 overflow-x-auto border-b border-line px-3 md:px-5 [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            title={tab.hint}
            ref={tab.value === value ? chosen : undefined}
            {...(children === undefined ? { "aria-controls": undefined } : {})}
            className={cx(
              tab.parted &&
                "relative ms-2.5! before:absolute before:inset-y-2.5 before:-start-2.5 before:border-s before:border-line-strong",
              "-mx-1.5 -mb-px flex h-9 scroll-mx-8 items-center gap-1.5 border-b-2 border-transparent px-1.5 text-sm font-medium whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-3 focus-visible:border-transparent data-[state=active]:not-focus-visible:border-accent data-[state=active]:text-ink",
            )}
          >
            {tab.label}
            {"count" in tab ? (
              <span className="text-start text-xs font-normal text-ink-3 tabular-nums" style={room}>
                {typeof tab.count === "number" ? tab.count.toLocaleString("en") : tab.count}
              </span>
            ) : null}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children === undefined ? null : (
        <Radix.Content value={value} className="flex min-h-0 flex-1 flex-col outline-none">
          {children}
        </Radix.Content>
      )}
    </Radix.Root>
  );
}

/** Digits and commas that every count of a row has room for, so that one that grows moves no tab: of thousands where one of them has reached them. */
function roomFor(counts: readonly ReactNode[]): number {
  const most = Math.max(0, ...counts.map((count) => (typeof count === "number" ? count : 0)));
  return most < 100 ? 2 : most < 1000 ? 3 : most.toLocaleString("en").length + 1;
}
