import type { Interview } from "#contract/clarity/interview.ts";
import { PanelPart } from "#features/clarity/panel-part.tsx";
import { counted } from "#ui/counted.ts";
import { heardIn } from "./heard.ts";
import { saidIn } from "./said-list.tsx";

interface HeardListProps {
  interview: Interview;
  /** Leads to a message where messages are shown. */
  onJump?: ((at: number) => void) | undefined;
}

/** The steps that the answers tell so far. */
export function HeardList({ interview, onJump }: HeardListProps) {
  const { steps, lines, read } = heardIn(saidIn(interview));
  return (
    <PanelPart title="Heard so far" {...(steps.length > 0 && { count: steps.length })}>
      {steps.length > 0 ? (
        <ol className="text-sm">
          {steps.map(({ title, role, system, at }) => (
            <li key={`${title} ${at[0]}`} className="flex gap-2 py-1">
              <span className="min-w-0 flex-1 break-words">
                <span className="block first-letter:uppercase">{title}</span>
                <span className="block text-xs text-ink-3">{[role ?? "Role not told", system].filter(Boolean).join(" · ")}</span>
              </span>
              <span className="shrink-0 text-xs leading-5 tabular-nums">
                {at.map((position, i) => (
                  <span key={position}>
                    {i > 0 ? ", " : ""}
                    <MessageNumber at={position} onJump={onJump} />
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-sm text-ink-2">No step yet.</p>
      )}
      <p className="mt-1 text-xs text-ink-3">
        {steps.length > 0 ? "Numbers are messages. " : ""}
        {lines > 0
          ? `Rules read ${read.toLocaleString("en")} of ${counted(lines, "line", "lines")}: those in the form “1. Clerk: check invoice in Ledger”. `
          : ""}
        The process changes when you generate it.
      </p>
    </PanelPart>
  );
}

function MessageNumber({ at, onJump }: { at: number; onJump: HeardListProps["onJump"] }) {
  const number = at + 1;
  if (!onJump) return <span className="text-ink-3">{number}</span>;
  return (
    <button type="button" className="rounded-sm text-accent-ink hover:underline" onClick={() => onJump(at)}>
      <span className="sr-only">Message </span>
      {number}
    </button>
  );
}
