import { consumer } from "#server/platform/events/consumers.ts";
import type { ConsumerOf } from "#server/engine/work.ts";
import { together } from "./cause.ts";
import { causesOf, toldEvents } from "./causes.ts";
import { tell, type Told } from "./tell.store.ts";

/** Tells people of events, in the transaction that counts them as read, and then their windows. */
export const notificationsOn: ConsumerOf = (_wakeOn, live, _events, { smtpUrl }) => {
  let told: readonly Told[] = [];
  return consumer({
    name: "notifications",
    on: toldEvents,
    async handle(tx, events) {
      told = await tell(tx, together(await causesOf(tx, events)), { email: smtpUrl !== undefined });
    },
    handled() {
      const people = new Map(told.map((one) => [`${one.team_id} ${one.recipient_id}`, one]));
      for (const { team_id, recipient_id } of people.values())
        live.publish({ teamId: team_id, topic: "notification", id: "*", userId: recipient_id });
    },
  });
};
