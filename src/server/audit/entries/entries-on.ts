import type { EventType } from "#contract/event.ts";
import type { ConsumerOf } from "#server/engine/work.ts";
import { consumer } from "#server/platform/events/consumers.ts";
import { changesOf } from "#server/audit/changes/changes.store.ts";
import { writeEntries } from "./write-entries.store.ts";

/** Enters into the audit log what people, keys and runs decide, and everything that a request led to. */
export const entriesOn: ConsumerOf = (_wakeOn, _live, events) =>
  consumer({
    name: "audit",
    on: Object.keys(events) as EventType[],
    restMs: 250,
    async handle(tx, happened) {
      const audited = happened.filter(({ type, origin }) => events[type]?.audit || origin !== null);
      if (audited.length === 0) return;
      const of = await changesOf(tx, audited);
      await writeEntries(
        tx,
        audited.map((event) => ({ event, kind: events[event.type]?.subject.kind ?? "", changes: of(event) })),
      );
    },
  });
