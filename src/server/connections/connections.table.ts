import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Config } from "#contract/agents/config.ts";
import { createdAt, id, instant } from "#server/platform/db/columns.ts";
import { revisions } from "#server/agents/agents/agents.table.ts";
import { teams, users } from "#server/teams/teams.table.ts";

/** What secrets and logins share: whose they are, and one sealed text with everything that must never be read in the store. */
const credential = () => ({
  id: id(),
  team_id: uuid()
    .notNull()
    .references(() => teams.id, { onDelete: "cascade" }),
  /** Null: shared with the team. */
  user_id: uuid().references(() => users.id, { onDelete: "cascade" }),
  /** Sealed by the envelope; null once deleted. */
  sealed: text(),
  /** Kept when the person leaves, so it refers to nobody. */
  created_by: uuid().notNull(),
  created_at: createdAt(),
  updated_at: createdAt(),
  /** What is deleted keeps its name for the record, without its values. */
  deleted_at: instant(),
});

const attachment = () => ({
  revision_id: uuid()
    .notNull()
    .references(() => revisions.id, { onDelete: "cascade" }),
  attached_by: uuid().references(() => users.id, { onDelete: "set null" }),
  attached_at: createdAt(),
});

export const secrets = pgTable(
  "secrets",
  { ...credential(), name: text().notNull(), service_slug: text(), env_var_keys: text().array().notNull() },
  (t) => [
    index("secrets_team")
      .on(t.team_id, t.user_id)
      .where(sql`deleted_at is null`),
  ],
);

export const revisionSecrets = pgTable(
  "revision_secrets",
  {
    ...attachment(),
    secret_id: uuid()
      .notNull()
      .references(() => secrets.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.revision_id, t.secret_id] }), index("revision_secrets_secret").on(t.secret_id)],
);

export const logins = pgTable(
  "logins",
  {
    ...credential(),
    domain: text().notNull(),
    username: text(),
    has_password: boolean().notNull(),
    has_totp: boolean().notNull(),
    last_used_at: instant(),
  },
  (t) => [
    index("logins_team")
      .on(t.team_id, t.user_id)
      .where(sql`deleted_at is null`),
  ],
);

export const revisionLogins = pgTable(
  "revision_logins",
  {
    ...attachment(),
    login_id: uuid()
      .notNull()
      .references(() => logins.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.revision_id, t.login_id] }), index("revision_logins_login").on(t.login_id)],
);

/**
 * What a person agreed to when they gave a revision secrets, logins or connections of their own: everything that decides what could be done with them. Once
 * the revision differs from it, its runs get none of that person's.
 */
export const revisionAgreements = pgTable(
  "revision_agreements",
  {
    revision_id: uuid()
      .notNull()
      .references(() => revisions.id, { onDelete: "cascade" }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** As `revision_fingerprint` gave it. */
    fingerprint: text().notNull(),
    /** As `revision_seen` gave it: what a comparison begins from. */
    seen: jsonb().$type<SeenRevision>().notNull(),
    agreed_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.revision_id, t.user_id] }), index("revision_agreements_user").on(t.user_id)],
);

/** The parts of a revision that a person agrees to. */
export interface SeenRevision {
  readonly config: Config | null;
  /** Targets of handovers, the agent that comes next, agents that are asked. */
  readonly agents: readonly [readonly string[], string | null, readonly string[]];
  readonly queues: readonly (readonly [string, string | null])[];
  /** Integrations that people pin connections for; absent where there are none. */
  readonly connections?: readonly string[];
  /** Tools that are called without asking: integration, address, name and digest; absent where there are none. */
  readonly tools?: readonly (readonly [string, string, string, string])[];
  /** Skill, path and the key of the content. */
  readonly skills: readonly (readonly [string, string, string])[];
  /** Path and the key of the content. */
  readonly files: readonly (readonly [string, string])[];
}
