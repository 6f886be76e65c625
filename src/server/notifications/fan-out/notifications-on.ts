import type { EventType } from "#contract/event.ts";
import { consumer, type RecordedEvent } from "#server/platform/events/consumers.ts";
import type { ConsumerOf } from "#server/engine/work.ts";
import { together } from "./cause.ts";
import { causesOf, type ToldEvent, toldEvents } from "./causes.ts";
import { endingEvents, endingsOf } from "./endings-of.store.ts";
import { resolve } from "./resolve.store.ts";
import { tell, type Told } from "./tell.store.ts";

const isTold = (event: RecordedEvent<EventType>): event is RecordedEvent<ToldEvent> =>
  (toldEvents as readonly string[]).includes(event.type);

/** Tells people of events, in the transaction that counts them as read, and then their windows. */
export const notificationsOn: ConsumerOf = (_wakeOn, live, _events, { smtpUrl }) => {
  let told: readonly Told[] = [];
  return consumer({
    name: "notifications",
    on: [...new Set([...toldEvents, ...endingEvents])],
    portion: 2_500,
    async handle(tx, events) {
      // What ended in between is over by the time at which it happened last.
      told = [
        ...(await tell(tx, together(await causesOf(tx, events.filter(isTold))), { email: smtpUrl !== undefined })),
        ...(await resolve(tx, await endingsOf(tx, events))),
      ];
    },
    handled() {
      const people = new Map(told.map((one) => [`${one.team_id} ${one.recipient_id}`, one]));
      for (const { team_id, recipient_id } of people.values())
        if (recipient_id !== null) live.publish({ teamId: team_id, topic: "notification", id: "*", userId: recipient_id });
    },
  });
};
