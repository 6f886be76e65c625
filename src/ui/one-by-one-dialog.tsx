import { CircleCheck, CircleDashed, CircleSlash, CircleX } from "lucide-react";
import { memo, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Countdown } from "./pending-decision.tsx";
import { Progress } from "./progress.tsx";

interface Outcome {
  readonly kind: "done" | "already" | "failed";
  readonly note?: string;
}

/** `count` things in words, as in "3 runs". */
interface Words {
  readonly things: (count: number) => string;
  /** "Stop", "Stopping", "stopped". */
  readonly act: string;
  readonly acting: string;
  readonly acted: string;
  /** Of those to which nothing had to be done: "had already ended". */
  readonly already: string;
}

interface OneByOneDialogProps<T> {
  walk: {
    readonly items: readonly T[];
    readonly outcomes: ReadonlyMap<string, Outcome>;
    readonly state: "asked" | "waiting" | "working" | "cancelled" | "done";
    readonly until?: number;
  } | null;
  words: Words;
  /** What it means, before it is begun. */
  children: ReactNode;
  tone?: "danger" | "primary";
  /** Its name, and what tells it from others of that name. */
  describe: (item: T) => readonly [name: string, beside: string];
  onStart: (items: readonly T[]) => void;
  onCancel: () => void;
  onClose: () => void;
}

const mostListed = 500;

/** What is done to many with one call each: first what it will be, then how far it is, at last what became of each. */
export function OneByOneDialog<T extends { readonly id: string }>(props: OneByOneDialogProps<T>) {
  const { walk, words, children, tone = "danger", describe, onStart, onCancel, onClose } = props;
  if (!walk) return null;
  const { items, outcomes, state } = walk;
  const count = countOf(outcomes.values());
  const wordsOf = (item: T) => {
    const [name, beside] = describe(item);
    return { name, beside };
  };
  const many = words.things(items.length);
  const working = state === "working";
  const waits = state === "waiting";
  const said = [
    `${count.done} ${words.acted}`,
    count.already > 0 && `${count.already} ${words.already}`,
    count.failed > 0 && `${count.failed} failed`,
    state === "cancelled" && `${items.length - outcomes.size} left as they were`,
  ];
  const ended = count.failed > 0 ? `Not all were ${words.acted}` : `${words.things(count.done)} ${words.acted}`;
  return (
    <Dialog
      open
      onClose={working || waits ? onCancel : onClose}
      size="md"
      title={state === "asked" ? `${words.act} ${many}?` : working || waits ? `${words.acting} ${many}` : ended}
    >
      <div className="flex flex-col gap-3">
        {state === "asked" ? (
          <p className="text-ink-2">{children}</p>
        ) : waits ? (
          <>
            <p role="status" className="sr-only">
              {words.acting} {many} in a few seconds. Undo calls it off, and so does leaving this page.
            </p>
            <p aria-hidden className="text-ink-2">
              <Countdown doing={words.acting} until={walk.until ?? 0} />. Leaving this page calls it off.
            </p>
          </>
        ) : (
          <>
            <Progress label="Done" value={outcomes.size} max={items.length} />
            <p role="status" className="text-ink-2">
              {working ? `${outcomes.size} of ${items.length}` : `${said.filter(Boolean).join(", ")}.`}
              {!working && count.failed > 0 ? " The failed ones stay selected." : ""}
            </p>
          </>
        )}
        <ul aria-label="One by one" tabIndex={0} className="max-h-[40vh] overflow-y-auto rounded-md border border-line text-sm">
          {items.slice(0, mostListed).map((item) => (
            <Row key={item.id} outcome={outcomes.get(item.id)} {...wordsOf(item)} acted={words.acted} already={words.already} />
          ))}
          {items.length > mostListed ? (
            <li className="px-3 py-1.5 text-ink-3">and {(items.length - mostListed).toLocaleString("en")} more</li>
          ) : null}
        </ul>
        <div className="flex justify-end gap-2">
          {state === "asked" ? (
            <>
              <Button tone="quiet" onClick={onClose}>
                Cancel
              </Button>
              <Button tone={tone} autoFocus onClick={() => onStart(items)}>
                {words.act} {many}
              </Button>
            </>
          ) : (
            // Another button than the one that was pressed: a second press takes nothing back.
            <Button key={waits ? "undo" : "end"} onClick={working || waits ? onCancel : onClose}>
              {waits ? "Undo" : working ? "Stop here" : "Close"}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

const looks = {
  done: { icon: CircleCheck, ink: "text-done" },
  already: { icon: CircleSlash, ink: "text-ink-3" },
  failed: { icon: CircleX, ink: "text-failed" },
} as const;

function countOf(outcomes: Iterable<Outcome>): Record<Outcome["kind"], number> {
  const count = { done: 0, already: 0, failed: 0 };
  for (const { kind } of outcomes) count[kind] += 1;
  return count;
}

interface RowProps {
  outcome: Outcome | undefined;
  name: string;
  beside: string;
  acted: string;
  already: string;
}

/** Drawn again only when its outcome comes: the list is drawn many times while it goes on. */
const Row = memo(function Row({ outcome, name, beside, acted, already }: RowProps) {
  const { icon: Icon, ink } = outcome ? looks[outcome.kind] : { icon: CircleDashed, ink: "text-ink-3" };
  const said = outcome?.kind === "failed" ? outcome.note : outcome?.kind === "already" ? already : acted;
  return (
    <li className="flex items-start gap-2 border-b border-line px-3 py-1.5 last:border-b-0">
      <Icon size={16} strokeWidth={1.75} aria-hidden className={`mt-0.5 shrink-0 ${ink}`} />
      <span className="min-w-0 flex-1 truncate">
        {name} <span className="text-ink-3">{beside}</span>
      </span>
      {outcome ? <span className="max-w-[50%] text-end text-ink-2 first-letter:uppercase">{said}</span> : null}
    </li>
  );
});
