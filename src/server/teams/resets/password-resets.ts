import type * as contract from "#contract/teams/password-resets.ts";
import { teamEvents } from "#contract/teams/events.ts";
import { record } from "#server/platform/events/record.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { idOfToken } from "#server/teams/invites/link-token.ts";
import type { SignInContext } from "#server/teams/sign-in/identity.ts";
import { requirePasswords } from "#server/teams/sign-in/passwords-off.ts";
import { deleteKeysOf } from "#server/teams/api-keys/api-keys.store.ts";
import { takeOverClaimed } from "./claimed-address.ts";
import { endOtherResets, insertReset, takeReset } from "./password-resets.store.ts";

const hourMs = 3_600_000;

export const passwordResetHandlers: Handlers<typeof contract, SignInContext> = {
  async requestPasswordReset({ body }, { config, db, identity, address, clock }) {
    requirePasswords({ config });
    if (config.smtpUrl === undefined) throw refuse("no_mail");
    const email = body.email.toLowerCase();
    const expires = new Date(clock().getTime() + hourMs).toISOString();
    // Counted for the address and for the account: nobody's mailbox is filled by strangers.
    await identity.attempts.spend({ kind: "reset", account: email, address });
    await db.transaction((tx) => insertReset(tx, email, expires));
    return { success: true };
  },

  async resetPassword({ body }, context) {
    const { db, identity, signer, clock, live } = context;
    requirePasswords(context);
    const id = idOfToken(signer, "reset", body.token);
    if (id === undefined) throw refuse("reset_over");
    const now = clock().toISOString();
    const { userId, cookies, revoked } = await db.transaction(async (tx) => {
      const person = await takeReset(tx, id, now);
      if (person === undefined) throw refuse("reset_over");
      await endOtherResets(tx, person, now);
      const ended = await takeOverClaimed(tx, person);
      const keys = ended ?? (body.revoke_api_keys === false ? 0 : await deleteKeysOf(tx, person));
      const known = await identity.setPassword(tx, person, body.password);
      await record(tx, teamEvents, {
        type: "user.password_changed",
        team: null,
        actor: { kind: "user", id: person },
        subject: person,
        data: {},
      });
      return { userId: person, cookies: known, revoked: keys };
    });
    for (const cookie of cookies) context.setCookie(cookie);
    live.publish({ teamId: "", topic: "access", id: "*", userId });
    return { success: true, revoked_api_keys: revoked };
  },
};
