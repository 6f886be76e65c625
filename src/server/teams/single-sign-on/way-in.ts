import { SettingError } from "#server/platform/config.ts";
import type { Services } from "#server/platform/http/context.ts";
import { connectedTo } from "./provider-accounts.store.ts";

/**
 * Where passwords are off, an administrator has to have another way in: the provider, or the token of the operator. A fresh installation is set up
 * by the provider. Throws {@link SettingError}; returns what the operator should know of everybody else.
 */
export async function requireWayIn({ config, store }: Pick<Services, "config" | "store">): Promise<string | undefined> {
  const { oidc, passwordSignIn, admin } = config;
  if (passwordSignIn || !oidc) return undefined;
  const { people, without, administrator } = await connectedTo(store.db, oidc.issuer);
  if (people > 0 && !administrator && admin?.token === undefined)
    throw new SettingError(
      `PASSWORD_SIGN_IN=false would lock everyone out: no administrator has connected ${oidc.name} yet. Start with PASSWORD_SIGN_IN=true, connect it under Profile, then switch passwords off.`,
    );
  if (without === 0) return undefined;
  return `${without} of ${people} people have not connected ${oidc.name} yet. They can until their session ends, under Profile, and cannot sign in after that.`;
}
