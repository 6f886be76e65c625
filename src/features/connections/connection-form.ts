import type { CallInput } from "#contract/endpoint.ts";
import { type Connection, createConnection, type updateConnection } from "#contract/connections/connections.ts";
import { headerValue, maxHeaders } from "#contract/connections/headers.ts";
import type { Integration } from "#contract/connections/integrations.ts";
import { startHost, type startNativeOAuth } from "#contract/connections/native.ts";
import { authorizeMcpOAuth } from "#contract/connections/oauth.ts";
import { isMailbox, signavioType } from "#contract/connections/connection-words.ts";
import { connectionUrl, sameServer } from "#contract/connections/server-address.ts";
import { z } from "#contract/zod.ts";
import { Header, partsOf } from "./header-rows.ts";
import {
  addressOf,
  emptyValueWords,
  givenHeaders,
  headersOf,
  isKindChoice,
  kindOf,
  mailboxChoice,
  mayBeEmpty,
  signavioChoice,
} from "./server-kind.ts";

type Where = Pick<ConnectionValues, "integration" | "server_url">;

/** How a server knows who calls. */
const signIns = ["url", "headers", "oauth"] as const;
/** `native`: as the service of the catalog does. */
export type SignIn = (typeof signIns)[number] | "native";

const client = authorizeMcpOAuth.body.shape;
/** An empty field of something that may be left out. */
const blank = z.literal("");

interface Known {
  /** The connection that is edited. */
  readonly stored?: Pick<Connection, "server_url" | "provider" | "type"> | undefined;
  /** Those of the team. */
  readonly integrations: readonly Integration[];
}

/** How one signs in: as the integration says where one is chosen. */
export function signInOf(values: Where & { readonly sign_in: SignIn }, { stored, integrations }: Known): SignIn {
  if (stored) return stored.provider === "native" ? "native" : "headers";
  const chosen = integrations.find(({ id }) => id === values.integration);
  if (!chosen) return kindOf(values) === "server" ? values.sign_in : "headers";
  if (chosen.oauth_provider_key !== null) return "native";
  return chosen.auth_method === "oauth" || chosen.auth_method === "url" ? chosen.auth_method : "headers";
}

/** What can be typed for a connection. */
export function connectionSchema(known: Known) {
  const { stored } = known;
  return z
    .strictObject({
      name: createConnection.body.shape.name,
      /** Of an integration of the team, or one of the kinds of `server-kind.ts`; empty: the address says which server. */
      integration: z.string(),
      server_url: z.string(),
      shop: z.string(),
      sign_in: z.enum(signIns),
      oauth_client_id: z.union([blank, client.oauth_client_id.unwrap()]),
      oauth_client_secret: z.union([blank, client.oauth_client_secret.unwrap()]),
      shared: z.boolean(),
      headers: z.array(Header).max(maxHeaders),
    })
    .superRefine((values, context) => {
      const { integration, shop, oauth_client_id, oauth_client_secret } = values;
      const signIn = signInOf(values, known);
      const kind = kindOf(values, stored?.type);
      const headers = signIn === "headers" ? headersOf(values.headers, kind) : [];
      const say = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
      const address = connectionUrl.safeParse(addressOf(values));
      const typed = integration === "" || isKindChoice(integration);
      if (integration === mailboxChoice && !(address.success && isMailbox(address.data)))
        say(["server_url"], "Enter the host of the mail server, as in imap.example.com");
      else if (integration === signavioChoice && address.success && isMailbox(address.data))
        say(["server_url"], "Enter the address of the workspace, as in https://editor.signavio.com");
      else if (typed && !address.success) say(["server_url"], address.error.issues[0]?.message ?? "Enter an address");
      const host = startHost.safeParse(shop);
      if (!stored && startFieldsOf(known.integrations, integration).includes("shop") && !host.success)
        say(["shop"], host.error.issues[0]?.message ?? "");
      if (!stored && signIn === "headers" && headers.length === 0) say(["headers"], "Add the header that the server asks for");
      if (signIn === "oauth" && oauth_client_secret !== "" && oauth_client_id === "")
        say(["oauth_client_id"], "Enter the client id that the secret belongs to");
      const moved = stored !== undefined && address.success && !sameServer(address.data, stored.server_url);
      headers.forEach(({ name, value, kept, secret }, row) => {
        if (headers.findIndex((other) => other.name.toLowerCase() === name.toLowerCase()) < row)
          say(["headers", row, "name"], "Another header has this name");
        if ((value === "" && kept && secret && !moved) || mayBeEmpty({ name, value, kept, secret }, kind)) return;
        const read = headerValue.safeParse(value);
        if (value === "" && kept && moved) say(["headers", row, "value"], "Another server gets a value of its own. Enter one");
        else if (!read.success)
          say(["headers", row, "value"], value === "" ? emptyValueWords(name, kind) : (read.error.issues[0]?.message ?? ""));
      });
    });
}
export type ConnectionValues = z.output<ReturnType<typeof connectionSchema>>;

/** What is stored of a connection in words, by what its fields are called. Values of headers are not said. */
export function connectionFacts({ name, server_url, headers }: ConnectionValues) {
  return { Name: name, "Server address": server_url, Headers: headers.map((header) => header.name).join(", ") };
}

/** What the service of the catalog has to know before anybody is sent there. */
export function startFieldsOf(integrations: readonly Integration[], id: string): Integration["oauth_start_fields"] {
  return integrations.find((each) => each.id === id)?.oauth_start_fields ?? [];
}

export function newConnectionOf(
  values: ConnectionValues,
  signIn: Exclude<SignIn, "native" | "oauth">,
): CallInput<typeof createConnection>["body"] {
  const { name, integration, shared } = values;
  const headers = signIn === "headers" ? givenHeaders(values.headers, kindOf(values)) : [];
  const typed = integration === "" || isKindChoice(integration);
  return {
    name,
    ...(integration === signavioChoice && { type: signavioType }),
    provider: "user",
    auth_method: signIn,
    shared,
    ...(typed ? { server_url: addressOf(values) } : { custom_integration_id: integration }),
    ...(headers.length > 0 && { headers: partsOf(headers) }),
  };
}

/** What a sign-in at the other service begins with. `back`: where the browser comes to in the end. */
export function newSignInOf(
  { name, integration, server_url, oauth_client_id: id, oauth_client_secret: secret }: ConnectionValues,
  { integrations }: Known,
  back: string,
): CallInput<typeof authorizeMcpOAuth>["body"] {
  const chosen = integrations.find((each) => each.id === integration);
  return {
    name,
    return_url: back,
    mcp_server_url: chosen?.server_url ?? server_url.trim(),
    ...(chosen && { custom_integration_id: chosen.id }),
    ...(!chosen && id !== "" && { oauth_client_id: id, ...(secret !== "" && { oauth_client_secret: secret }) }),
  };
}

/** What a sign-in at a service of the catalog begins with. */
export function nativeSignInOf(
  { name, integration, shop }: ConnectionValues,
  { integrations }: Known,
  back: string,
): CallInput<typeof startNativeOAuth>["body"] {
  return { name, return_url: back, ...(startFieldsOf(integrations, integration).includes("shop") && { shop }) };
}

export function changedConnectionOf(values: ConnectionValues, stored: Connection): NonNullable<CallInput<typeof updateConnection>["body"]> {
  const { name, server_url, shared } = values;
  const headers = givenHeaders(values.headers, kindOf(values, stored.type));
  const method = headers.length === 0 ? "url" : stored.auth_method === "url" ? "headers" : stored.auth_method;
  return {
    name,
    ...(server_url.trim() !== stored.server_url && { server_url: server_url.trim() }),
    ...(shared !== stored.shared && { shared }),
    ...(stored.auth_method !== "oauth" && method !== stored.auth_method && { auth_method: method }),
    ...(stored.provider !== "native" && { headers: partsOf(headers) }),
  };
}
