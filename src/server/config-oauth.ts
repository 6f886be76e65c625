import { z } from "#contract/zod.ts";
import { nativeKinds } from "#server/connections/native/kinds.ts";
import { providers } from "#server/connections/native/providers.ts";
import { type OAuthProviderSettings, SettingError } from "#server/platform/config.ts";

const setting = "OAUTH_PROVIDERS";
const word = z.string().min(1).max(4_096);
const address = z.url({ protocol: /^https?$/ }).max(2_048);

const Settings = z.strictObject({
  client_id: word,
  client_secret: word.optional(),
  tenant: z
    .string()
    .regex(/^[A-Za-z0-9.-]{1,253}$/)
    .optional(),
  issuer: address.optional(),
  api: address.optional(),
  scopes: z.partialRecord(z.enum(nativeKinds.map(({ key }) => key)), z.array(word).max(100)).optional(),
  addresses: z.record(word, address).optional(),
});

/** The services that people can sign in to with an account there. Throws a SettingError that shows nothing of what was given. */
export function readOAuthProviders(given: string | undefined): Readonly<Record<string, OAuthProviderSettings>> {
  if (given === undefined) return {};
  const known = Object.keys(providers).join(", ");
  const { success, data, error } = z.safeParse(z.partialRecord(z.enum(Object.keys(providers)), Settings), jsonOf(given));
  if (!success) {
    const places = [...new Set(error.issues.map(({ path }) => path.join(".") || "its beginning"))].slice(0, 5).join(", ");
    throw new SettingError(
      `${setting} is not as expected at ${places}. It is JSON such as {"github": {"client_id": "…", "client_secret": "…"}}, with any of ${known}.`,
    );
  }
  for (const [name, settings] of Object.entries(data))
    for (const needed of providers[name]?.needs ?? [])
      if (settings?.[needed] === undefined) throw new SettingError(`${setting} needs “${needed}” for ${name}.`);
  return data as Readonly<Record<string, OAuthProviderSettings>>;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
