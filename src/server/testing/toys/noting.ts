import { sql } from "drizzle-orm";
import { consumer } from "#server/platform/events/consumers.ts";

/** Notes what happened to toys, whoever did it. */
export const noting = consumer({
  name: "toys",
  on: ["toy.made", "toy.wrapped"],
  async handle(tx, events) {
    for (const { type, subject_id, actor_kind, data } of events) {
      const letters = type === "toy.wrapped" ? data.letters : null;
      await tx.execute(
        sql`insert into toy_notes (toy_id, type, actor, letters) values (${subject_id}, ${type}, ${actor_kind}, ${letters})`,
      );
    }
  },
});
