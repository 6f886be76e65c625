import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { organizationRoles, teamRoles } from "#contract/roles.ts";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";
import { organizations, teams, users } from "#server/teams/teams.table.ts";

/** To whom a membership is offered. Kept once it was accepted. The token of a link is derived from the id: none is stored. */
export const invitations = pgTable(
  "invitations",
  {
    id: id(),
    organization_id: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    /** Null: for the organization alone. */
    team_id: uuid().references(() => teams.id, { onDelete: "cascade" }),
    /** In lower case. */
    email: text().notNull(),
    /** Null for the organization alone. */
    team_role: text({ enum: teamRoles }),
    organization_role: text({ enum: organizationRoles }).notNull().default("organization:member"),
    created_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    accepted_at: instant(),
    accepted_by: uuid().references(() => users.id, { onDelete: "set null" }),
  },
  (t) => [
    oneOf("team_role", teamRoles),
    oneOf("organization_role", organizationRoles),
    uniqueIndex("invitations_team_pending")
      .on(t.team_id, t.email)
      .where(sql`accepted_at is null and team_id is not null`),
    uniqueIndex("invitations_organization_pending")
      .on(t.organization_id, t.email)
      .where(sql`accepted_at is null and team_id is null`),
    index("invitations_organization").on(t.organization_id, t.created_at),
    index("invitations_created_by").on(t.created_by),
    index("invitations_accepted_by").on(t.accepted_by),
  ],
);

/** The one link of a team by which anybody joins. A new id ends the link before. */
export const inviteLinks = pgTable(
  "invite_links",
  {
    team_id: uuid()
      .primaryKey()
      .references(() => teams.id, { onDelete: "cascade" }),
    id: uuid().notNull().unique(),
    created_by: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: createdAt(),
    expires_at: instant()
      .notNull()
      .default(sql`now() + interval '14 days'`),
    /** How many people it lets in, and how many it did. */
    max_uses: integer().notNull().default(50),
    uses: integer().notNull().default(0),
  },
  (t) => [index("invite_links_created_by").on(t.created_by)],
);

/** Who asks to join a team of their organization. */
export const joinRequests = pgTable(
  "join_requests",
  {
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.team_id, t.user_id] }), index("join_requests_user").on(t.user_id)],
);

/** Asked for by somebody who forgot their password. */
export const passwordResets = pgTable(
  "password_resets",
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (t) => [index("password_resets_user").on(t.user_id, t.created_at)],
);

/** Mails to send: due rows, as other work. What they say is worked out when they are sent. */
export const mails = pgTable(
  "mails",
  {
    id: id(),
    to_email: text().notNull(),
    invitation_id: uuid().references(() => invitations.id, { onDelete: "cascade" }),
    reset_id: uuid().references(() => passwordResets.id, { onDelete: "cascade" }),
    attempts: integer().notNull().default(0),
    /** When to try (again); null once it was sent or given up. */
    next_attempt_at: instant(),
    sent_at: instant(),
    failed_reason: text(),
    created_at: createdAt(),
  },
  (t) => [
    index("mails_due")
      .on(t.next_attempt_at)
      .where(sql`next_attempt_at is not null`),
    index("mails_invitation").on(t.invitation_id, t.created_at),
    index("mails_reset").on(t.reset_id),
  ],
);
