import { Tabs as Radix } from "radix-ui";
import { cx } from "./cx.ts";
import { type ReactNode, useLayoutEffect, useRef } from "react";

export interface Tab<T extends string> {
  readonly value: T;
  readonly label: string;
  /** Beside the label: how many there are. Its room is kept while it is not known yet, `undefined`; a tab without the key has none. */
  readonly count?: number | undefined;
  /** How far is counted: a count of as many is shown as the one before with a plus, as in "99+". */
  readonly upTo?: number;
  /** Beside the label in place of a count: a {@link TabCount}, or nothing. */
  readonly beside?: ReactNode;
  /** Says more than the label, to a pointer and to a screen reader. */
  readonly hint?: string;
  /** A line stands before it: what follows is of another kind. */
  readonly parted?: boolean;
}

/**
 * The row of tabs and, with `children`, the panel of the chosen one. The screen keeps `value` in the address. `sharesCounts`: what one count
 * loses another one gains, so each has room for the others, and few that grow move a tab.
 */
export function Tabs<T extends string>({
  label,
  tabs,
  sharesCounts = false,
  value,
  onChange,
  end,
  children,
}: {
  label: string;
  tabs: readonly Tab<T>[];
  sharesCounts?: boolean;
  value: T;
  onChange: (value: T) => void;
  /** At the end of the row: what the open tab is narrowed by. */
  end?: ReactNode;
  children?: ReactNode;
}) {
  const chosen = useRef<HTMLButtonElement>(null);
  const least = sharesCounts ? Math.max(0, ...tabs.map(({ count }) => count ?? 0)) : 0;
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
      <div className={cx("flex shrink-0 items-center border-b border-line", end !== undefined && "pe-3 md:pe-5")}>
        <Radix.List aria-label={label} className="fade-ends flex min-w-0 flex-1 gap-4 overflow-x-auto px-3 md:px-5 [scrollbar-width:none]">
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
              {tab.beside}
              {"count" in tab ? <TabCount value={tab.count} upTo={tab.upTo} roomFor={least} /> : null}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {end}
      </div>
      {children === undefined ? null : (
        <Radix.Content value={value} className="flex min-h-0 flex-1 flex-col outline-none">
          {children}
        </Radix.Content>
      )}
    </Radix.Root>
  );
}

interface TabCountProps {
  value: number | undefined;
  upTo?: number | undefined;
  roomFor?: number;
}

/** How many there are, once that is known, in room for as many as `roomFor`. */
export function TabCount({ value, upTo, roomFor = 0 }: TabCountProps) {
  const room = { minInlineSize: `${Math.max(lettersOf(value ?? 0), Math.min(lettersOf(roomFor), mostRoom))}ch` };
  const isMore = upTo !== undefined && value !== undefined && value >= upTo;
  return (
    <span data-count className="text-start text-xs font-normal text-ink-3 tabular-nums" style={room}>
      {isMore ? `${(upTo - 1).toLocaleString("en")}+` : value?.toLocaleString("en")}
    </span>
  );
}

/** So much room is kept beside a smaller count: more would be a hole in the row, and large counts seldom change in length. */
const mostRoom = 3;

/** Two at least: most counts have one or two, and keep their room while they are on their way. */
function lettersOf(count: number): number {
  return Math.max(2, count.toLocaleString("en").length);
}
