import type { AuditChange, AuditEntry } from "#contract/audit/audit-entry.ts";
import { doorNames } from "#contract/audit/audit-words.ts";
import { Button } from "#ui/button.tsx";
import { Drawer } from "#ui/drawer.tsx";
import { IdChip } from "#ui/id-chip.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Facts } from "#ui/side-panel.tsx";
import { FullTime } from "#ui/time.tsx";
import { actorWords, changeWords, eventWords, factWords, fieldWords, kindWords, pageOf, reasonOf } from "./entry-words.ts";
import type { AuditSearch } from "./queries.ts";

interface EntryDrawerProps {
  entry: AuditEntry | undefined;
  onClose: () => void;
  onNarrow: (by: AuditSearch) => void;
}

/** One entry: who, what, before and after, through which door. */
export function EntryDrawer({ entry, onClose, onNarrow }: EntryDrawerProps) {
  return (
    <Drawer open={entry !== undefined} onClose={onClose} title={entry ? eventWords(entry.type) : "Entry"}>
      {entry ? <Opened entry={entry} onNarrow={onNarrow} /> : null}
    </Drawer>
  );
}

function Opened({ entry, onNarrow }: { entry: AuditEntry; onNarrow: EntryDrawerProps["onNarrow"] }) {
  const { object, actor, credential, door, changes } = entry;
  const page = pageOf(entry);
  const reason = reasonOf(entry);
  const others = Object.entries(entry.facts).filter(([name, value]) => name !== "reason" && value !== null);
  return (
    <div className="flex flex-col gap-5">
      <div className="-mx-4 border-b border-line">
        <Facts
          rows={[
            ["When", <FullTime key="at" at={entry.at} />],
            ["By", actorWords(entry)],
            [
              kindWords(object.kind),
              <span key="object" className="flex flex-wrap items-center gap-x-2">
                {page ? (
                  <AnyLink link={page} className="text-accent-ink underline underline-offset-2">
                    {object.name ?? "Open"}
                  </AnyLink>
                ) : (
                  object.name
                )}
                <IdChip id={object.id} />
              </span>,
            ],
            ...(reason ? [["Reason", reason] as const] : []),
            ["Via", credential?.name ? `${doorNames[door]}: ${credential.name}` : doorNames[door]],
            ...(entry.address ? [["Address", entry.address] as const] : []),
            ...(entry.operation ? [["Operation", <code key="operation">{entry.operation}</code>] as const] : []),
            ...(entry.request_id ? [["Request", <IdChip key="request" id={entry.request_id} label="Copy request id" />] as const] : []),
            ...others.map(([name, value]) => [fieldWords(name), factWords(name, value)] as const),
          ]}
        />
      </div>
      {changes.length > 0 ? (
        <Changes changes={changes} />
      ) : (
        <p className="text-sm text-ink-2">No changes of fields are entered for this.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onNarrow({ object: object.id })}>
          Everything about this object
        </Button>
        {actor.kind === "user" && actor.id ? (
          <Button size="sm" onClick={() => onNarrow({ person: actor.id ?? "" })}>
            Everything by this person
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function Changes({ changes }: { changes: readonly AuditChange[] }) {
  return (
    <table aria-label="Changed fields" className="w-full table-fixed border-collapse text-sm">
      <thead>
        <tr className="text-start text-xs text-ink-3">
          {["Field", "Before", "After"].map((head) => (
            <th key={head} scope="col" className="border-b border-line py-1 pe-3 text-start font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => {
          const [field, from, to] = changeWords(change);
          return (
            <tr key={field} className="border-b border-line align-top">
              <th scope="row" className="py-1.5 pe-3 text-start font-normal break-words text-ink-2">
                {field}
              </th>
              <td className="py-1.5 pe-3 break-words">{from}</td>
              <td className="py-1.5 break-words">{to}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
