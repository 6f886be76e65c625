import type { Context, Services } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";

/** Throws `passwords_off` where people sign in with the company's provider alone: each operation that makes or takes a password asks this first. */
export function requirePasswords({ config }: Pick<Services, "config">): void {
  if (!config.passwordSignIn)
    throw refuse("passwords_off", config.oidc && `Passwords are switched off here. Sign in with ${config.oidc.name}.`);
}

/** Throws `session_required` for a key where people sign in with the company's provider alone: it is for programs, and opens no console. */
export function requireConsoleDoor({ config, caller }: Pick<Context, "config" | "caller">): void {
  if (config.passwordSignIn || caller.kind === "session") return;
  const people = config.oidc && `People open the console with ${config.oidc.name} here, not with an API key. `;
  throw refuse("session_required", `${people ?? ""}A program finds whose key it has at GET /v2/profile, and the teams at GET /v2/teams.`);
}
