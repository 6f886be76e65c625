import { isVisible } from "#contract/fields.ts";
import { withoutUnseen } from "#contract/unseen.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Services } from "#server/platform/http/context.ts";
import { unlessDuplicate } from "#server/platform/db/duplicate.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { join, type Offer, offerOf, offersFor } from "#server/teams/invites/offer.ts";
import type { Identity } from "#server/teams/sign-in/identity.ts";
import { findUserByEmail } from "#server/teams/sign-in/identity.store.ts";
import { takeOverClaimed } from "#server/teams/resets/claimed-address.ts";
import { holdSetup } from "#server/teams/sign-in/setup-code.ts";
import { firstOrganization, insertOrganization } from "#server/teams/teams/founding.store.ts";
import type { Claims } from "./provider.ts";
import { findAccountOwner, linkAccount } from "./provider-accounts.store.ts";

type Ground = Pick<Services, "signer" | "clock" | "config"> & { readonly identity: Identity };

interface Founded {
  readonly organization_name: string;
  readonly team_name: string;
}

/** Who came in, and what they joined on the way. */
export interface Admitted {
  readonly userId: string;
  readonly joined: readonly Offer[];
  /** The team that they made with the installation. */
  readonly founded?: string;
}

/**
 * Whose account it is, or whose it becomes: that of a verified address that is invited, or of a domain that the operator trusts. An address alone
 * never leads to an account that exists, but for one that only claimed it. Throws `provider_not_linked`, `email_unusable`, `email_unverified`, `not_invited`, and what an invite throws.
 */
export async function admit(ground: Ground, db: Db, claims: Claims, invite: string | undefined): Promise<Admitted> {
  const known = await findAccountOwner(db, claims);
  if (known !== undefined) return { userId: known, joined: [] };
  const email = verified(ground, claims);
  const taken = await findUserByEmail(db, email);
  if (taken !== undefined) {
    if ((await takeOverClaimed(db, taken)) === undefined) throw notLinked(ground);
    await linkAccount(db, taken, claims);
    return { userId: taken, joined: [] };
  }
  const joined = await offersTo(ground, db, email, invite);
  const userId = await unlessDuplicate(db, (at) => ground.identity.createUser(at, { email, name: nameOf(claims, email) }));
  if (userId === undefined) throw notLinked(ground);
  await linkAccount(db, userId, claims);
  for (const offer of joined) await join(ground, db, offer, userId);
  return { userId, joined };
}

/**
 * Who sets up a fresh installation is its owner. An address that the provider has not verified is refused here too: without a password, it could let
 * nobody else in. Throws `already_set_up`, `email_unusable`, `email_unverified`.
 */
export async function found(ground: Ground, db: Db, claims: Claims, names: Founded): Promise<Admitted> {
  await holdSetup(ground, db);
  const email = verified(
    ground,
    claims,
    "The provider has not verified your email address, which the owner of an installation needs. Verify it there, then set up again.",
  );
  const userId = await ground.identity.createUser(db, { email, name: nameOf(claims, email) });
  await linkAccount(db, userId, claims);
  return {
    userId,
    joined: [],
    founded: await insertOrganization(db, { organization: names.organization_name, team: names.team_name }, userId),
  };
}

function verified({ config }: Ground, { email, emailVerified, emailUnusable }: Claims, otherwise?: string): string {
  if (emailUnusable)
    throw refuse(
      "email_unusable",
      `${config.oidc?.name ?? "The provider"} gives an email address for you that cannot be used here. It needs the form name@example.com, without quotes or spaces. Ask your administrator to change it there.`,
    );
  if (email === undefined || !emailVerified) throw refuse("email_unverified", otherwise);
  return email;
}

function notLinked({ config }: Ground) {
  return refuse(
    "provider_not_linked",
    config.passwordSignIn
      ? undefined
      : "Your email address has an account that is not connected. Where you are still signed in, connect it in your profile. Otherwise ask your administrator to switch passwords on for that.",
  );
}

async function offersTo(ground: Ground, db: Db, email: string, token: string | undefined): Promise<readonly Offer[]> {
  if (token !== undefined) {
    const offer = await offerOf(ground, db, token);
    if (offer.invite && offer.invite.email !== email)
      throw refuse("invite_for_other", `This invite is for ${offer.invite.email}, and the provider says that you are ${email}.`);
    return [offer];
  }
  const waiting = await offersFor(db, email, ground.clock().toISOString());
  if (waiting.length > 0) return waiting;
  const { domains = [], name = "" } = ground.config.oidc ?? {};
  const organization = domains.includes(email.slice(email.lastIndexOf("@") + 1)) ? await firstOrganization(db) : undefined;
  if (!organization)
    throw refuse("not_invited", `${email} has no account here yet. Ask for an invite to this address, then sign in with ${name} again.`);
  return [
    {
      organizationId: organization.id,
      organizationName: organization.name,
      organizationRole: "organization:member",
      teamId: null,
      teamName: null,
      teamRole: null,
      invitedBy: null,
    },
  ];
}

const longestName = 100;

/** On one line, and only what can be seen and stored. */
function nameOf({ name = "" }: Claims, email: string): string {
  const seen = withoutUnseen(name.toWellFormed())
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\p{Cc}/gu, "")
    .trim();
  const known = isVisible(seen) ? seen : email.slice(0, email.lastIndexOf("@"));
  return [...known].slice(0, longestName).join("");
}
