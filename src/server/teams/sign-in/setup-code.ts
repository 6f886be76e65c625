import { timingSafeEqual } from "node:crypto";
import type { SignInContext } from "./identity.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Services } from "#server/platform/http/context.ts";
import { isLocalOnly } from "#server/platform/http/neighbours.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { Signer } from "#server/platform/objects/signer.ts";
import { anybodyExists, lockFounding } from "#server/teams/teams/founding.store.ts";
import { readSpokenCode, spokenCode } from "./spoken-code.ts";

/** What whoever reads the service's output knows: proof that a set-up from another machine is theirs. All processes with one SECRETS_KEY print the same. */
export function setupCode(signer: Signer): string {
  return spokenCode(signer.derive("set-up"));
}

/** Whether somebody has yet to set up this installation. */
export async function isSetupNeeded({ config, store: { db } }: Pick<Services, "config" | "store">): Promise<boolean> {
  // Where the owner is named in the settings, nobody else may become it in the moment before that account exists.
  return !config.admin && !(await anybodyExists(db));
}

/** Of all who set it up, lets one at a time go on. Throws `already_set_up` for all but the first. */
export async function holdSetup({ config }: Pick<Services, "config">, tx: Db): Promise<void> {
  await lockFounding(tx);
  if (config.admin || (await anybodyExists(tx))) throw refuse("already_set_up");
}

/** On a fresh installation the first one to come becomes its owner. From this machine that is its operator; from another one it may be anybody. */
export function needsSetupCode({ config, isLocal }: Pick<SignInContext, "config" | "isLocal">): boolean {
  return !isLocal() || !isLocalOnly(config);
}

/** Throws `wrong_setup_code`, and `too_many_attempts` after some of them from one address. */
export async function checkSetupCode(
  context: Pick<SignInContext, "config" | "isLocal" | "identity" | "signer" | "address">,
  code = "",
): Promise<void> {
  if (!needsSetupCode(context)) return;
  await context.identity.attempts.guard({ kind: "setup", address: context.address }, async () => {
    if (!timingSafeEqual(Buffer.from(readSpokenCode(code).padEnd(11).slice(0, 11)), Buffer.from(setupCode(context.signer))))
      throw refuse("wrong_setup_code");
  });
}
