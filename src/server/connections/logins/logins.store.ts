import { and, asc, count, eq, getTableColumns, isNull, or, sql } from "drizzle-orm";
import type { AttachedLogin, ListedLogin, Login } from "#contract/connections/logins.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { newId } from "#server/platform/db/columns.ts";
import { alphabetical } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";
import { logins, revisionLogins } from "#server/connections/connections.table.ts";
import type { LiveBus } from "#server/platform/live/live-bus.ts";
import type { Envelope, Place } from "#server/platform/sealing/envelope.ts";
import { keptDomain } from "./login-host.ts";

export type LoginRecord = typeof logins.$inferSelect;

/** What signs in; one of the two is always there. */
export interface SignIn {
  readonly password: string | null;
  readonly otp_secret: string | null;
}

export function toAttachedLogin({ id, user_id, team_id, domain, username, created_at, updated_at }: LoginRecord): AttachedLogin {
  return { id, user_id, team_id, domain, username, created_at, updated_at };
}

export function toLogin(login: LoginRecord): Login {
  return { ...toAttachedLogin(login), password: login.has_password || null, otp_secret: login.has_totp || null };
}

type Uses = Pick<ListedLogin, "live_agents" | "all_agents">;

export function toListedLogin(login: LoginRecord & Uses): ListedLogin {
  const { id, domain, username, has_totp, has_password, user_id, last_used_at, live_agents, all_agents } = login;
  return { id, domain, username, hasEnabledTOTP: has_totp, hasPassword: has_password, user_id, last_used_at, live_agents, all_agents };
}

/** As people know it: “clerk at app.example.com”. */
export function titleOf({ domain, username }: Pick<LoginRecord, "domain" | "username">): string {
  return username === null ? `The login for ${domain}` : `The login ${username} at ${domain}`;
}

function placeOf({ id, team_id }: Pick<LoginRecord, "id" | "team_id">): Place {
  return { teamId: team_id, table: "logins", id };
}

/** Throws Unreadable. */
export function openSignIn(envelope: Envelope, login: Pick<LoginRecord, "id" | "team_id" | "sealed">): SignIn {
  return JSON.parse(envelope.open(placeOf(login), login.sealed ?? "")) as SignIn;
}

export function sealSignIn(envelope: Envelope, login: Pick<LoginRecord, "id" | "team_id">, signIn: SignIn) {
  return {
    sealed: envelope.seal(placeOf(login), JSON.stringify(signIn)),
    has_password: signIn.password !== null,
    has_totp: signIn.otp_secret !== null,
  };
}

/** Without a person: shared ones only. */
const seenBy = (userId: string | null) =>
  and(isNull(logins.deleted_at), userId === null ? isNull(logins.user_id) : or(isNull(logins.user_id), eq(logins.user_id, userId)));

/** With how many agents of the team have each in a revision. */
export async function listVisibleLogins(db: Db, teamId: string, userId: string, domain?: string): Promise<(LoginRecord & Uses)[]> {
  const used = db
    .select({
      login_id: revisionLogins.login_id,
      all_agents: sql<number>`count(distinct ${agents.id})::int`.as("all_agents"),
      live_agents: sql<number>`count(distinct ${agents.id}) filter (where ${revisions.status} = 'live')::int`.as("live_agents"),
    })
    .from(revisionLogins)
    .innerJoin(logins, and(eq(logins.id, revisionLogins.login_id), eq(logins.team_id, teamId), seenBy(userId)))
    .innerJoin(revisions, eq(revisions.id, revisionLogins.revision_id))
    .innerJoin(agents, and(eq(agents.id, revisions.agent_id), eq(agents.team_id, teamId), isNull(agents.deleted_at)))
    .groupBy(revisionLogins.login_id)
    .as("used");
  return db
    .select({
      ...getTableColumns(logins),
      all_agents: sql<number>`coalesce(${used.all_agents}, 0)`,
      live_agents: sql<number>`coalesce(${used.live_agents}, 0)`,
    })
    .from(logins)
    .leftJoin(used, eq(used.login_id, logins.id))
    .where(and(eq(logins.team_id, teamId), seenBy(userId), domain === undefined ? undefined : eq(logins.domain, keptDomain(domain.trim()))))
    .orderBy(asc(logins.domain), alphabetical(logins.username), logins.id);
}

/** How many the team, or this person in it, has. */
export async function countLogins(db: Db, teamId: string, userId: string | null): Promise<number> {
  const owner = userId === null ? isNull(logins.user_id) : eq(logins.user_id, userId);
  const [row] = await db
    .select({ n: count() })
    .from(logins)
    .where(and(eq(logins.team_id, teamId), owner, isNull(logins.deleted_at)));
  return row?.n ?? 0;
}

export async function insertLogin(
  db: Db,
  envelope: Envelope,
  login: Pick<LoginRecord, "team_id" | "user_id" | "domain" | "username" | "created_by">,
  signIn: SignIn,
): Promise<LoginRecord> {
  const id = newId();
  const sealed = sealSignIn(envelope, { id, team_id: login.team_id }, signIn);
  const [row] = await db
    .insert(logins)
    .values({ ...login, id, ...sealed })
    .returning();
  if (!row) throw new Error("insert returned no login");
  return row;
}

/** `lock`: nobody changes or deletes it until the transaction ends. */
export async function findLogin(db: Db, teamId: string, id: string, lock?: "update" | "share"): Promise<LoginRecord | undefined> {
  const query = db
    .select()
    .from(logins)
    .where(and(eq(logins.id, id), eq(logins.team_id, teamId), isNull(logins.deleted_at)));
  const [row] = await (lock ? query.for(lock) : query);
  return row;
}

export type LoginPatch = Partial<Pick<LoginRecord, "domain" | "username" | "user_id" | "sealed" | "has_password" | "has_totp">>;

export async function patchLogin(db: Db, id: string, patch: LoginPatch): Promise<LoginRecord> {
  const [row] = await db
    .update(logins)
    .set({ ...patch, updated_at: sql`now()` })
    .where(eq(logins.id, id))
    .returning();
  if (!row) throw new Error("update returned no login");
  return row;
}

/** A run signs in with it. Whoever sees the login hears of it. */
export async function noteUse(db: Db, live: Pick<LiveBus, "publish">, { id, team_id, user_id }: LoginRecord): Promise<void> {
  await db
    .update(logins)
    .set({ last_used_at: sql`now()` })
    .where(eq(logins.id, id));
  live.publish({ teamId: team_id, topic: "login", id, ...(user_id !== null && { userId: user_id }) });
}

/** Keeps the row as a name; what it signed in with is gone. */
export async function forgetLogin(db: Db, id: string): Promise<void> {
  await db
    .update(logins)
    .set({ sealed: null, has_password: false, has_totp: false, deleted_at: sql`now()`, updated_at: sql`now()` })
    .where(eq(logins.id, id));
}

/** What a person sees of the logins of a revision, or a run of theirs may use: in the order they were attached. */
export async function listAttachedLogins(db: Db, buildId: string, userId: string | null): Promise<LoginRecord[]> {
  const rows = await db
    .select({ login: logins })
    .from(revisionLogins)
    .innerJoin(logins, eq(logins.id, revisionLogins.login_id))
    .where(and(eq(revisionLogins.revision_id, buildId), seenBy(userId)))
    .orderBy(asc(revisionLogins.attached_at), asc(logins.id));
  return rows.map((row) => row.login);
}
