import { randomBytes, randomInt } from "node:crypto";
import type * as contract from "#contract/teams/device-logins.ts";
import { userCodeLetters } from "#contract/teams/device-logins.ts";
import { withoutUnseen } from "#contract/unseen.ts";
import { teamEvents } from "#contract/teams/events.ts";
import { record } from "#server/platform/events/record.ts";
import { keyHash } from "#server/platform/http/caller.ts";
import type { Caller, Handlers } from "#server/platform/http/context.ts";
import { Refusal, refuse } from "#server/platform/http/refusal.ts";
import { addKey, newKey } from "#server/teams/api-keys/add-key.ts";
import type { SignInContext } from "#server/teams/sign-in/identity.ts";
import { findRole } from "#server/teams/teams/teams.store.ts";
import { decide, findUndecided, insertDeviceLogin, poll, takeAllowed } from "./device-logins.store.ts";

/** How long a code is good, and how often a program asks at most; in seconds. */
const lasts = 600;
const interval = 5;

export const deviceLoginHandlers: Handlers<typeof contract, SignInContext> = {
  async startDeviceLogin({ body }, context) {
    const { db, identity, address, config, clock } = context;
    await identity.attempts.spend({ kind: "device", address });
    const device_code = randomBytes(32).toString("base64url");
    const user_code = Array.from({ length: 8 }, () => userCodeLetters[randomInt(userCodeLetters.length)]).join("");
    await insertDeviceLogin(db, {
      device_hash: keyHash(device_code),
      user_code,
      program: harmless(body.program),
      machine: body.machine === undefined ? null : harmless(body.machine),
      address,
      reads_only: body.reads_only ?? false,
      expires_at: new Date(clock().getTime() + lasts * 1000).toISOString(),
      interval_seconds: interval,
    });
    const verification_uri = `${config.baseUrl}/device`;
    return {
      device_code,
      user_code: shown(user_code),
      verification_uri,
      verification_uri_complete: `${verification_uri}#${shown(user_code)}`,
      expires_in: lasts,
      interval,
    };
  },

  async finishDeviceLogin({ body }, context) {
    const { db, clock } = context;
    const hash = keyHash(body.device_code);
    const now = clock().toISOString();
    const asked = await poll(db, hash, now);
    if (!asked) throw refuse("expired_token");
    if (asked.allowed === false) throw refuse("access_denied");
    if (asked.early) throw refuse("slow_down");
    if (asked.allowed === null) throw refuse("authorization_pending");
    const key = newKey();
    const made = await db.transaction(async (tx) => {
      const row = await takeAllowed(tx, hash, now);
      if (!row?.user_id || !row.session_id) throw refuse("expired_token");
      const { user_id, session_id, team_id, reads_only, program, machine } = row;
      // The person acts: what has ended for them since they said yes makes no key.
      const caller: Caller = { kind: "session", userId: user_id, teamId: null, credentialId: session_id };
      if (team_id !== null && !(await findRole(tx, user_id, team_id))) throw refuse("access_denied");
      const name = machine === null ? program : `${program} on ${machine}`;
      const stored = await addKey({ ...context, db: tx, caller }, key, {
        teamId: team_id,
        name: name.slice(0, 100),
        readsOnly: reads_only,
      }).catch(ended);
      await record(tx, teamEvents, {
        type: "api_key.created",
        team: team_id,
        actor: { kind: "user", id: user_id },
        subject: stored.id,
        data: {},
      });
      return { team_id, reads_only };
    });
    context.live.recorded();
    return { key, ...made };
  },

  async lookAtDeviceLogin({ body }, context) {
    const { user_code, program, machine, address, reads_only, expires_at } = await guessed(context, body.user_code);
    return { device_login: { user_code: shown(user_code), program, machine, address, reads_only, expires_at } };
  },

  async decideDeviceLogin({ body }, context) {
    const { db, caller, clock } = context;
    const { user_code } = await guessed(context, body.user_code);
    const team_id = body.team_id ?? null;
    if (team_id !== null && !(await findRole(db, caller.userId, team_id))) throw refuse("not_found");
    const decided = {
      allowed: body.allow,
      user_id: caller.userId,
      session_id: caller.credentialId,
      team_id,
      reads_only: body.reads_only ?? false,
    };
    if (!(await decide(db, user_code, clock().toISOString(), decided))) throw refuse("wrong_device_code");
    return { success: true };
  },
};

/** What a code stands for, which might be a guess. */
async function guessed({ db, caller, identity, address, clock }: SignInContext, typed: string) {
  return identity.attempts.guard({ kind: "device", address, from: `session:${caller.credentialId}` }, async () => {
    const code = typed.toUpperCase().replaceAll(/[^A-Z]/g, "");
    const found = await findUndecided(db, code, clock().toISOString());
    if (!found) throw refuse("wrong_device_code");
    return found;
  });
}

function ended(error: unknown): never {
  throw error instanceof Refusal && error.code === "unauthorized" ? refuse("access_denied") : error;
}

const shown = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;

/** In one line, without what cannot be seen. */
function harmless(words: string): string {
  return withoutUnseen(words.replaceAll(/\s+/g, " ")).trim() || "A program";
}
