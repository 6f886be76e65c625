import { sql } from "drizzle-orm";
import { organizationRoles, teamRoles } from "#contract/roles.ts";
import { discoveryModes } from "#contract/teams/profile.ts";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
  varchar,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant, oneOf } from "#server/platform/db/columns.ts";

/** People. Keys and types as the sign-in library's user model wants them. */
export const users = pgTable("users", {
  id: id(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
  /** Whoever had a join link gave this address. It is not theirs until the mailbox or the company's provider says so. */
  addressClaimed: boolean("address_claimed").notNull().default(false),
});

export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    token: text().notNull().unique(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("sessions_user").on(t.userId)],
);

export const accounts = pgTable(
  "accounts",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: timestamp("access_token_expires_at", { withTimezone: true }),
    refreshTokenExpiresAt: timestamp("refresh_token_expires_at", { withTimezone: true }),
    scope: text(),
    password: text(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("accounts_user").on(t.userId)],
);

export const verifications = pgTable(
  "verifications",
  {
    id: id(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("verifications_identifier").on(t.identifier)],
);

export const secondFactors = pgTable(
  "second_factors",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    secret: text().notNull(),
    backupCodes: text("backup_codes").notNull(),
    verified: boolean().notNull().default(true),
    failedVerificationCount: integer("failed_verification_count").notNull().default(0),
    lockedUntil: timestamp("locked_until", { withTimezone: true }),
  },
  (t) => [index("second_factors_user").on(t.userId)],
);

export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Null: all teams of its owner. */
    team_id: uuid().references(() => teams.id, { onDelete: "cascade" }),
    name: text().notNull(),
    hint: text().notNull(),
    /** SHA-256 of the key, hex. The key has 256 bits of entropy, so a slow hash would add nothing. */
    hash: text().notNull().unique(),
    created_at: createdAt(),
    last_used_at: instant(),
    /** The key whose request made it, also once that one is revoked. */
    created_by_key_id: uuid(),
    /** That key and those it descends from, as far as they existed then. Always of the same person. */
    ancestors: uuid().array().notNull().default([]),
    reads_only: boolean().notNull().default(false),
    /** What a program calls itself that was let in by a person; its tokens stand for this key, and `hash` is of nothing. */
    client: text(),
    /** From then on it is refused. Null: never. */
    expires_at: instant(),
    /** The key that replaces this one. */
    successor_id: uuid().references((): AnyPgColumn => apiKeys.id, { onDelete: "set null" }),
  },
  (t) => [
    index("api_keys_user").on(t.user_id, t.created_at),
    index("api_keys_team").on(t.team_id, t.created_at),
    index("api_keys_successor").on(t.successor_id),
    index("api_keys_expiry")
      .on(t.expires_at)
      .where(sql`expires_at is not null`),
  ],
);

/** Counts of attempts to sign in, by account and by address; the rate limiter's own layout. */
export const signInAttempts = pgTable("sign_in_attempts", {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: "number" }),
});

export const organizations = pgTable(
  "organizations",
  {
    id: id(),
    name: text().notNull(),
    discovery_mode: text({ enum: discoveryModes }).notNull().default("request"),
    created_at: createdAt(),
  },
  () => [oneOf("discovery_mode", discoveryModes)],
);

export const organizationMembers = pgTable(
  "organization_members",
  {
    organization_id: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: "cascade" }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: organizationRoles }).notNull(),
    created_at: createdAt(),
  },
  (t) => [
    oneOf("role", organizationRoles),
    primaryKey({ columns: [t.organization_id, t.user_id] }),
    index("organization_members_user").on(t.user_id),
  ],
);

export const teams = pgTable(
  "teams",
  {
    id: id(),
    organization_id: uuid().references(() => organizations.id, { onDelete: "cascade" }),
    name: text().notNull(),
    discovery_mode: text({ enum: discoveryModes }).notNull().default("request"),
    created_at: createdAt(),
  },
  (t) => [oneOf("discovery_mode", discoveryModes), index("teams_organization").on(t.organization_id)],
);

export const teamMembers = pgTable(
  "team_members",
  {
    team_id: uuid()
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: teamRoles }).notNull(),
    created_at: createdAt(),
    /** The join link that they came by, also once that is over. */
    joined_by_link: uuid(),
  },
  (t) => [oneOf("role", teamRoles), primaryKey({ columns: [t.team_id, t.user_id] }), index("team_members_user").on(t.user_id)],
);
