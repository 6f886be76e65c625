import { boolean, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "#server/platform/db/columns.ts";
import { teams, users } from "#server/teams/teams.table.ts";

/** Programs that ask for a key. What a program holds is here by its hash only; its key is made when it takes it. */
export const deviceLogins = pgTable(
  "device_logins",
  {
    id: id(),
    device_hash: text().notNull().unique(),
    /** Without its dash. */
    user_code: text().notNull().unique(),
    program: text().notNull(),
    machine: text(),
    address: text().notNull(),
    reads_only: boolean().notNull(),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    /** When the program asked last, and how many seconds it has to wait before it does again. */
    polled_at: instant(),
    interval_seconds: integer().notNull(),
    /** Null until a person has decided; theirs are the rest. */
    allowed: boolean(),
    user_id: uuid().references(() => users.id, { onDelete: "cascade" }),
    session_id: uuid(),
    team_id: uuid().references(() => teams.id, { onDelete: "cascade" }),
  },
  (t) => [
    index("device_logins_expires").on(t.expires_at),
    index("device_logins_user").on(t.user_id),
    index("device_logins_team").on(t.team_id),
  ],
);
