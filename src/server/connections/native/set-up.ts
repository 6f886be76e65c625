import { createHash } from "node:crypto";
import type { Config } from "#server/platform/config.ts";
import { type NativeKind, nativeKinds } from "./kinds.ts";
import { type Provider, providers, type StartField } from "./providers.ts";

type Settings = Pick<Config, "oauthProviders">;
/** What a person entered for a flow. */
export type Entered = Readonly<Partial<Record<StartField["name"], string>>>;

/** A kind of integration with everything that is known of it here: addresses are filled in, and the client is the installation's. */
export interface SetUp {
  readonly kind: NativeKind;
  readonly provider: Provider;
  readonly client: { readonly id: string; readonly secret: string | undefined };
}

export function findKind(key: string): NativeKind | undefined {
  return nativeKinds.find((kind) => kind.key === key);
}

/** Whether the installation has a client for it. */
export function isSetUp({ oauthProviders }: Settings, { provider }: NativeKind): boolean {
  return oauthProviders[provider] !== undefined;
}

/** Undefined without a client, which whoever runs the installation registers. */
export function setUpOf({ oauthProviders }: Settings, kind: NativeKind, entered: Entered): SetUp | undefined {
  const settings = oauthProviders[kind.provider];
  const provider = providers[kind.provider];
  if (!settings || !provider) return undefined;
  const { client_id: id, client_secret: secret, tenant = "common", issuer = "", api = "", addresses = {}, scopes } = settings;
  const words = { ...entered, tenant, issuer, api };
  const filled = (text: string) => fill(moved(text, addresses), words);
  return {
    kind: { ...kind, api: filled(kind.api), scopes: scopes?.[kind.key] ?? kind.scopes, ...(kind.who && { who: filled(kind.who) }) },
    provider: {
      ...provider,
      authorize: filled(provider.authorize),
      token: filled(provider.token),
      ...(provider.issuer && { issuer: filled(provider.issuer) }),
    },
    client: { id, secret },
  };
}

function moved(text: string, addresses: Readonly<Record<string, string>>): string {
  const from = Object.keys(addresses)
    .filter((each) => text === each || text.startsWith(`${each}/`))
    .toSorted((a, b) => b.length - a.length)[0];
  return from === undefined ? text : `${addresses[from]}${text.slice(from.length)}`;
}

function fill(text: string, words: Readonly<Record<string, string | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole).replace(/\/+$/, "");
}

/** The same for ever, as slots of stored revisions carry it. */
export function kindId({ key }: NativeKind): string {
  const hex = createHash("sha256").update(`native integration ${key}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
