import { sql } from "drizzle-orm";
import { refusedSignIns } from "#contract/refused.ts";
import { teamEvents } from "#contract/teams/events.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";
import type { Context } from "#server/platform/http/context.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { firstOrganization } from "#server/teams/teams/founding.store.ts";

type Reason = (typeof refusedSignIns)[number];

/** What proved who it is, beside a password. */
interface SignInWay {
  readonly second_factor: boolean;
  readonly provider?: true;
}

/** Where nobody is known yet there is no transaction of the request: what is recorded is committed at once. */
type Recording = Pick<Context, "db" | "live">;

export async function recordSignIn({ db, live }: Recording, userId: string, how: SignInWay): Promise<void> {
  await record(db, teamEvents, { ...by(userId), type: "user.signed_in", data: how });
  live.recorded();
}

export async function recordSignOut({ db, live }: Recording, userId: string): Promise<void> {
  await record(db, teamEvents, { ...by(userId), type: "user.signed_out", data: {} });
  live.recorded();
}

/** Of a name that nobody has, the organization that set the installation up learns. Rethrows what refused the attempt. */
export async function recordFailedSignIn({ db, live }: Recording, userId: string | undefined, failure: unknown): Promise<never> {
  const reason = failure instanceof Refusal ? reasonOf(failure) : undefined;
  // Asked for a known name too: both kinds of attempt take as long.
  const organization = await firstOrganization(db);
  if (reason && userId) await record(db, teamEvents, { ...by(userId), type: "user.sign_in_failed", data: { reason } });
  else if (reason && organization)
    await record(db, teamEvents, {
      type: "organization.unknown_sign_in",
      team: null,
      actor: { kind: "service" },
      subject: organization.id,
      data: { reason },
    });
  live.recorded();
  throw failure;
}

export async function userOf(db: Db, email: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from users where email = ${email.toLowerCase()}`);
  return rows[0]?.id;
}

const by = (id: string) => ({ team: null, actor: { kind: "user", id }, subject: id }) as const;

function reasonOf({ code }: Refusal): Reason | undefined {
  return refusedSignIns.find((one) => one === code);
}
