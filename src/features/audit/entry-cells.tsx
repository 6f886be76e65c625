import type { auditColumns } from "#contract/audit/audit.ts";
import type { AuditEntry } from "#contract/audit/audit-entry.ts";
import { doorNames } from "#contract/audit/audit-words.ts";
import type { Cells } from "#lists/list-columns.ts";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { actorWords, eventWords, kindWords, objectWords, reasonOf } from "./entry-words.ts";

export const entryCells: Cells<typeof auditColumns, AuditEntry> = {
  event: (entry) => <Event entry={entry} />,
  object: (entry) => (
    <span className="truncate">
      <span className="text-ink-3">{kindWords(entry.object.kind)}</span> {objectWords(entry)}
    </span>
  ),
  person: (entry) => <span className="truncate">{actorWords(entry)}</span>,
  door: ({ door, credential }) => <span className="truncate">{credential?.name ?? doorNames[door]}</span>,
  at: ({ at }) => <Time at={at} />,
  address: ({ address }) => <span className="truncate tabular-nums">{address ?? "–"}</span>,
};

/** All that a phone says of an entry beside the event. */
export function entryLine(entry: AuditEntry): string {
  return `${objectWords(entry)} · ${actorWords(entry)}`;
}

function Event({ entry }: { entry: AuditEntry }) {
  const reason = reasonOf(entry);
  const said = eventWords(entry.type);
  if (reason === undefined) return <span className="truncate font-medium">{said}</span>;
  return <Status look="failed" word={`${said}: ${reason}`} />;
}
