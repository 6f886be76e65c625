import { ArrowRight } from "lucide-react";
import { Keys } from "#ui/kbd.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import type { InboxThing } from "#contract/runs/inbox.ts";
import type { InboxDetailProps } from "./inbox-detail.tsx";
import { pageOf, thingWords, titleOf } from "./waiting-items.ts";

type ThingItem = Extract<InboxDetailProps["row"]["item"], { readonly kind: "thing" }>;

const pages: Record<InboxThing["kind"], string> = {
  connection: "Open the connection",
  join_request: "Open the invites",
  dashboard: "Answer on the dashboard",
  capture: "Answer on the process",
  suggestion: "Open the evaluation",
};

/** Something of another area that waits, and what deals with it. */
export function ThingDetail({ teamId, item, keys, deal, onAnswered, onDealt }: InboxDetailProps & { item: ThingItem }) {
  const { thing } = item;
  return (
    <section aria-label={`Waits for you: ${titleOf(item)}`} className="overflow-hidden rounded-md border border-line-strong">
      <header className="flex items-center gap-2 bg-waiting-soft px-3 py-1.5 text-xs text-waiting">
        <span className="font-medium">{thingWords[thing.kind]}</span>
        <span className="ms-auto">
          <Time at={thing.since} />
        </span>
      </header>
      <div className="flex flex-col gap-3 p-3 sm:p-4">
        <div>
          <h2 className="text-lg font-medium text-balance break-words">{titleOf(item)}</h2>
          <p className="text-sm break-words text-ink-2">{thing.about}</p>
        </div>
        {deal(thing, { about: item.id, keys, onDone: onAnswered, onDealt })}
        <AnyLink
          link={pageOf(teamId, item)}
          className="inline-flex items-center gap-1 self-start rounded-sm text-sm text-accent-ink underline-offset-2 hover:underline"
        >
          {pages[thing.kind]}
          <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
          {keys ? (
            <span aria-hidden className="hidden ps-1 md:inline">
              <Keys keys="enter" />
            </span>
          ) : null}
        </AnyLink>
      </div>
    </section>
  );
}
