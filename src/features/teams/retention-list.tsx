import { useState } from "react";
import { type Retention, type RetentionKind, retentionKinds } from "#contract/teams/retention.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Time } from "#ui/time.tsx";
import { RetentionForm } from "./retention-form.tsx";
import { retentionWords } from "./retention-words.ts";

export interface RetentionProps {
  organization: { readonly id: string; readonly name: string };
  retention: Retention;
}

/** What is kept for how long, and who said so. */
export function RetentionList({ manages, ...rest }: RetentionProps & { manages: boolean }) {
  const [open, setOpen] = useState<RetentionKind | null>(null);
  const { retention } = rest;
  const close = () => setOpen(null);
  return (
    <>
      <ul>
        {retentionKinds.map((kind) => (
          <li
            key={kind}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0 first:pt-0"
          >
            <div className="min-w-0 flex-1 basis-60">
              <h3 className="font-medium">{retentionWords[kind].title}</h3>
              <p className="text-sm text-ink-3">{retentionWords[kind].removes}.</p>
            </div>
            <p className="text-ink-2">{keptWords(retention[kind])}</p>
            {manages ? (
              <Button size="sm" onClick={() => setOpen(kind)}>
                Change<span className="sr-only"> retention of {retentionWords[kind].title.toLowerCase()}</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-3">
        {retention.updated_at === null ? (
          "Never changed."
        ) : (
          <>
            Changed by {retention.updated_by_name ?? "a former member"}, <Time at={retention.updated_at} />.
          </>
        )}
        {manages ? null : " An administrator of the organization can change it."}
      </p>
      <Dialog open={open !== null} onClose={close} title={open ? retentionWords[open].question : ""}>
        {open ? <RetentionForm key={open} kind={open} onClose={close} {...rest} /> : null}
      </Dialog>
    </>
  );
}

function keptWords(days: number | null): string {
  return days === null ? "Kept forever" : `Removed after ${counted(days, "day", "days")}`;
}
