import { type OidcSettings, SettingError } from "#server/platform/config.ts";
import { flag, hostNames, url } from "./setting-values.ts";

export const oidcSettings = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_NAME", "OIDC_DOMAINS", "OIDC_TRUST_EMAIL"] as const;
export const passwordSetting = "PASSWORD_SIGN_IN";
export const oidcSecret = "OIDC_CLIENT_SECRET";

const longestName = 40;

/** Whether a password lets people in beside the provider. Throws {@link SettingError}. */
export function readPasswordSignIn(value: string | undefined, provider: OidcSettings | undefined): boolean {
  const on = flag(passwordSetting, value, true);
  if (!on && !provider)
    throw new SettingError(`${passwordSetting}=false needs OIDC_ISSUER and OIDC_CLIENT_ID: without a provider, people could not sign in.`);
  return on;
}

/** The provider that people may sign in with; undefined: there is none. Throws {@link SettingError}. */
export function readOidc(get: (name: (typeof oidcSettings)[number] | typeof oidcSecret) => string | undefined): OidcSettings | undefined {
  const issuer = url("OIDC_ISSUER", get("OIDC_ISSUER"), ["https:", "http:"]);
  const clientId = get("OIDC_CLIENT_ID");
  const further = ([oidcSecret, "OIDC_NAME", "OIDC_DOMAINS", "OIDC_TRUST_EMAIL"] as const).find((name) => get(name) !== undefined);
  if (issuer === undefined && clientId === undefined) {
    if (further)
      throw new SettingError(`${further} needs OIDC_ISSUER and OIDC_CLIENT_ID: the provider, and who this installation is there.`);
    return undefined;
  }
  if (issuer === undefined || clientId === undefined)
    throw new SettingError("OIDC_ISSUER and OIDC_CLIENT_ID go together. Set both or neither.");
  const address = new URL(issuer);
  // Whoever is in between could sign in as anybody.
  if (address.protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(address.hostname))
    throw new SettingError("OIDC_ISSUER starts with https://, except for a provider on this machine.");
  const name = get("OIDC_NAME")?.trim() ?? address.hostname;
  if (name === "" || name.length > longestName) throw new SettingError(`OIDC_NAME has 1 to ${longestName} characters.`);
  return {
    issuer,
    clientId,
    clientSecret: get(oidcSecret),
    name,
    domains: hostNames("OIDC_DOMAINS", get("OIDC_DOMAINS")),
    trustEmail: flag("OIDC_TRUST_EMAIL", get("OIDC_TRUST_EMAIL"), false),
  };
}
