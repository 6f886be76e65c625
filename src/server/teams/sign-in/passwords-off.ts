import type { Services } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";

/** Throws `passwords_off` where people sign in with the company's provider alone: each operation that makes or takes a password asks this first. */
export function requirePasswords({ config }: Pick<Services, "config">): void {
  if (!config.passwordSignIn)
    throw refuse("passwords_off", config.oidc && `Passwords are switched off here. Sign in with ${config.oidc.name}.`);
}
