import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EventMatch } from "#contract/schedules/event-triggers.ts";
import type { WebhookSource } from "#contract/schedules/webhook-sources.ts";
import type { WebhookEventRow } from "#contract/schedules/webhook-event.ts";
import { HistoryList, useHistory } from "#features/schedules/history-list.tsx";
import { onClock } from "#features/schedules/schedule-words.ts";
import { matchWords } from "#features/schedules/triggers/trigger-words.ts";
import { Bytes } from "#ui/bytes.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Status } from "#ui/status.tsx";
import { EventMatches } from "./event-matches.tsx";
import { curlExample } from "./source-words.ts";
import { eventsPerPage, sourceEventRead, sourceEventsRead } from "./queries.ts";

/** What a source took, and what came of each event. */
export function SourceEvents({ source }: { source: WebhookSource }) {
  const history = useHistory();
  const found = useQuery(sourceEventsRead(source.id, history.offset));
  return (
    <HistoryList
      title="Last events"
      what="the events of this source"
      history={history}
      query={found}
      rowsOf={({ events }) => events}
      keyOf={({ id }) => id}
      perPage={eventsPerPage}
      none={
        curlExample(source) === undefined
          ? "No event yet. Send a test event."
          : "No event yet. Send one with the example above, or a test event."
      }
    >
      {(event) => (
        <Event
          teamId={source.team_id}
          event={event}
          matches={(found.data?.matches ?? []).filter(({ event_id }) => event_id === event.id)}
        />
      )}
    </HistoryList>
  );
}

interface EventProps {
  teamId: string;
  event: WebhookEventRow;
  /** What came of it, as far as it is said. */
  matches: readonly EventMatch[];
}

function Event({ teamId, event, matches }: EventProps) {
  const { event_type, delivery_id, deliveries, test, bytes, occurred_at } = event;
  const [open, setOpen] = useState(false);
  return (
    <li className="px-3 py-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="min-w-0 flex-1 truncate font-medium">{event_type ?? "No type"}</span>
        <time dateTime={occurred_at} className="text-ink-2 tabular-nums">
          {onClock(occurred_at)}
        </time>
      </div>
      {saysAll(event, matches) ? null : (
        <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
          <Outcomes event={event} />
        </div>
      )}
      <EventMatches teamId={teamId} matches={matches} />
      <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-3">
        <code className="min-w-0 truncate">{delivery_id}</code>
        <Bytes size={bytes} />
        {test ? <span>test event</span> : null}
        {deliveries > 1 ? <span>delivered {deliveries.toLocaleString("en")} times</span> : null}
      </p>
      <Disclosure summary="Content" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="mt-1">
        {open ? <Content event={event} /> : null}
      </Disclosure>
    </li>
  );
}

/** Whether nothing came of an event beside what is shown: below Manager other people's triggers are only counted. */
function saysAll({ outcomes }: WebhookEventRow, matches: readonly EventMatch[]): boolean {
  return matches.length > 0 && matches.length === outcomes.reduce((sum, { count }) => sum + count, 0);
}

function Outcomes({ event: { outcomes, decided } }: { event: WebhookEventRow }) {
  if (!decided) return <Status look="queued" word="Being decided" />;
  if (outcomes.length === 0) return <Status look="past" word="No trigger listened" />;
  return outcomes.map(({ outcome, count }) => {
    const { look, word } = matchWords[outcome];
    return <Status key={outcome} look={look} word={count === 1 ? word : `${word}: ${count.toLocaleString("en")}`} />;
  });
}

function Content({ event: { source_id, id } }: { event: WebhookEventRow }) {
  const found = useQuery(sourceEventRead(source_id, id));
  return (
    <Loaded query={found} what="the content of this event" inline>
      {({ content }) =>
        content === null ? (
          <p className="text-ink-2">It is no longer kept: only the newest 1,000 contents of a source are.</p>
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
          <pre
            tabIndex={0}
            aria-label="Content"
            className="mt-2 max-h-60 overflow-auto rounded-md bg-sunken p-2 text-xs whitespace-pre-wrap break-words"
          >
            {content}
          </pre>
        )
      }
    </Loaded>
  );
}
