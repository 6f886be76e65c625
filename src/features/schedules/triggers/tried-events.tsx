import { titleOfEvent } from "#contract/schedules/event-title.ts";
import { useQuery } from "@tanstack/react-query";
import { parseExact } from "#contract/exact-json.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { type tryTriggerFilter } from "#contract/schedules/event-triggers.ts";
import { mostTried } from "#contract/schedules/trigger-words.ts";
import { counted } from "#ui/counted.ts";
import { Loaded } from "#ui/loaded.tsx";
import { useSettled } from "#ui/use-settled.ts";
import { EventRow } from "./event-row.tsx";
import { triedRead } from "./queries.ts";
import { UnmatchedFields } from "./unmatched-fields.tsx";

const passes = { look: "done", word: "Would start" } as const;
const fails = { look: "past", word: "Filtered" } as const;

/** The last events of a type, each with what a filter makes of it. */
export function TriedEvents({ agentId, body }: { agentId: string; body: CallInput<typeof tryTriggerFilter>["body"] }) {
  const settled = parseExact(useSettled(JSON.stringify(body), 200)) as typeof body;
  const tried = useQuery(triedRead(agentId, settled));
  return (
    <section aria-label="Last events">
      <Loaded query={tried} what="the last events" inline>
        {({ events, more }) => (
          <>
            <p className="mb-2 text-sm text-ink-2">
              {events.length === 0
                ? "No event in the last 30 days. The trigger starts with the next one."
                : `${events.filter(({ failing_field }) => failing_field === null).length} of the last ${counted(events.length, "event", "events")} would start a run${more ? ". Earlier ones are too large to try at once" : events.length === mostTried ? "" : ". There are no others"}.`}
            </p>
            {events.length > 0 ? (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
              <div role="group" aria-label="Last events" tabIndex={0} className="max-h-60 overflow-y-auto rounded-md border border-line">
                <ul className="divide-y divide-line text-sm">
                  {events.map(({ id, occurred_at, facts, failing_field, unmatched }) => (
                    <EventRow key={id} at={occurred_at} title={titleOfEvent(facts)} state={failing_field === null ? passes : fails}>
                      <UnmatchedFields fields={unmatched} />
                    </EventRow>
                  ))}
                </ul>
              </div>
            ) : null}
          </>
        )}
      </Loaded>
    </section>
  );
}
