import { parseExact } from "#contract/exact-json.ts";
import type { ToolTrial } from "#contract/connections/connection-tools.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { Status } from "#ui/status.tsx";
import { ValueView } from "#ui/value-view.tsx";

/** What a tool answered: data of another service, never drawn as ours. */
export function ToolResult({ trial: { success, content, error, maybe_done }, from }: { trial: ToolTrial; from: string }) {
  return (
    <section aria-label="Result" className="rounded-md border border-line">
      <header className="flex flex-wrap items-center gap-x-3 border-b border-line py-1 ps-3 pe-1">
        <Status {...(success ? ({ look: "done", word: "Answered" } as const) : ({ look: "failed", word: "Failed" } as const))} />
        <p className="min-w-0 flex-1 text-sm break-words text-ink-2">Data from {from}</p>
        {content.length > 0 ? <CopyButton text={() => JSON.stringify(content, null, 2)} label="Copy result" /> : null}
      </header>
      <div className="max-h-[50vh] overflow-auto p-3 text-sm">
        {error === undefined ? null : (
          <p className="break-words">
            {error} {maybe_done ? "The call may have been carried out there. Check before you repeat it." : null}
          </p>
        )}
        {content.map((part, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts of one answer never move
          <div key={at} className="break-words whitespace-pre-wrap not-first:mt-3 not-first:border-t not-first:border-line not-first:pt-3">
            <ValueView value={shownOf(part)} parse={parseExact} />
          </div>
        ))}
        {success && content.length === 0 ? <p className="text-ink-3">The answer is empty.</p> : null}
      </div>
    </section>
  );
}

/** Text stands for itself; what else a part has is named. */
function shownOf(part: Readonly<Record<string, unknown>>): unknown {
  return part["type"] === "text" && Object.keys(part).length === 2 ? part["text"] : part;
}
