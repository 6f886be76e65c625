import type { CallInput } from "#contract/endpoint.ts";
import { type Connection, createConnection, type updateConnection } from "#contract/connections/connections.ts";
import { headerName, headerValue, isSecretHeader, maxHeaders } from "#contract/connections/headers.ts";
import type { Integration } from "#contract/connections/integrations.ts";
import { startHost, type startNativeOAuth } from "#contract/connections/native.ts";
import { authorizeMcpOAuth } from "#contract/connections/oauth.ts";
import { isMailbox } from "#contract/connections/connection-words.ts";
import { connectionUrl, sameServer } from "#contract/connections/server-address.ts";
import { z } from "#contract/zod.ts";

/** A header as the form holds it. `kept`: its secret value is stored, and an empty one keeps it. */
const Header = z.strictObject({ name: headerName, value: z.string(), secret: z.boolean(), kept: z.boolean() });
export type Header = z.output<typeof Header>;
export const newHeader: Header = { name: "", value: "", secret: true, kept: false };

/** What a mailbox is signed in to with. */
const mailboxHeaders: readonly Header[] = [
  { ...newHeader, name: "Username", secret: false },
  { ...newHeader, name: "Password" },
];

/** The same as it was typed: always these two, in this order, whatever else the form holds. */
export function mailboxRows(headers: readonly Header[]): Header[] {
  return mailboxHeaders.map((each) => headers.find(({ name }) => name.toLowerCase() === each.name.toLowerCase()) ?? each);
}

/** What is chosen in place of an integration for a mailbox. */
export const mailboxChoice = "mailbox";

type Where = Pick<ConnectionValues, "integration" | "server_url">;

/** Where it leads, as a person typed it. Of a mailbox the host is enough: it is called over TLS. */
function addressOf({ integration, server_url }: Where): string {
  const typed = server_url.trim();
  return integration === mailboxChoice && typed !== "" && !typed.includes("://") ? `imaps://${typed}` : typed;
}

export function leadsToMailbox({ integration, server_url }: Where): boolean {
  return integration === mailboxChoice || isMailbox(server_url.trim());
}

function headersOf(values: Where & Pick<ConnectionValues, "headers">): Header[] {
  return leadsToMailbox(values) ? mailboxRows(values.headers) : values.headers;
}

/** How a server knows who calls. */
const signIns = ["url", "headers", "oauth"] as const;
/** `native`: as the service of the catalog does. */
export type SignIn = (typeof signIns)[number] | "native";

const client = authorizeMcpOAuth.body.shape;
/** An empty field of something that may be left out. */
const blank = z.literal("");

interface Known {
  /** The connection that is edited. */
  readonly stored?: Pick<Connection, "server_url" | "provider"> | undefined;
  /** Those of the team. */
  readonly integrations: readonly Integration[];
}

/** How one signs in: as the integration says where one is chosen. */
export function signInOf(values: Where & { readonly sign_in: SignIn }, { stored, integrations }: Known): SignIn {
  if (stored) return stored.provider === "native" ? "native" : "headers";
  const chosen = integrations.find(({ id }) => id === values.integration);
  if (!chosen) return leadsToMailbox(values) ? "headers" : values.sign_in;
  if (chosen.oauth_provider_key !== null) return "native";
  return chosen.auth_method === "oauth" || chosen.auth_method === "url" ? chosen.auth_method : "headers";
}

/** What an empty value is answered with: it names its field. */
function emptyValueWords(name: string, mailbox: boolean): string {
  if (mailbox) return name === "Password" ? "Enter the password" : "Enter the user name";
  return name === "" ? "Enter a value" : `Enter the value of ${name}`;
}

/** What can be typed for a connection. */
export function connectionSchema(known: Known) {
  const { stored } = known;
  return z
    .strictObject({
      name: createConnection.body.shape.name,
      /** Of an integration of the team, or {@link mailboxChoice}; empty: the address says which server. */
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
      const headers = signIn === "headers" ? headersOf(values) : [];
      const say = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
      const address = connectionUrl.safeParse(addressOf(values));
      const typed = integration === "" || integration === mailboxChoice;
      if (integration === mailboxChoice && !(address.success && isMailbox(address.data)))
        say(["server_url"], "Enter the host of the mail server, as in imap.example.com");
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
        if (value === "" && kept && secret && !moved) return;
        const read = headerValue.safeParse(value);
        if (value === "" && kept && moved) say(["headers", row, "value"], "Another server gets a value of its own. Enter one");
        else if (!read.success)
          say(
            ["headers", row, "value"],
            value === "" ? emptyValueWords(name, leadsToMailbox(values)) : (read.error.issues[0]?.message ?? ""),
          );
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

/** The headers as a request has them: in two parts. */
function partsOf(headers: readonly Header[]) {
  const of = (secret: boolean) =>
    Object.fromEntries(headers.filter((header) => header.secret === secret).map(({ name, value }) => [name, value]));
  return { plaintext: of(false), secret: of(true) };
}

export function newConnectionOf(
  values: ConnectionValues,
  signIn: Exclude<SignIn, "native" | "oauth">,
): CallInput<typeof createConnection>["body"] {
  const { name, integration, shared } = values;
  const headers = signIn === "headers" ? headersOf(values) : [];
  const typed = integration === "" || integration === mailboxChoice;
  return {
    name,
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
  const headers = headersOf(values);
  const method = headers.length === 0 ? "url" : stored.auth_method === "url" ? "headers" : stored.auth_method;
  return {
    name,
    ...(server_url.trim() !== stored.server_url && { server_url: server_url.trim() }),
    ...(shared !== stored.shared && { shared }),
    ...(stored.auth_method !== "oauth" && method !== stored.auth_method && { auth_method: method }),
    ...(stored.provider !== "native" && { headers: partsOf(headers) }),
  };
}

/** The headers of a stored connection as the form holds them. */
export function storedHeaders(headers: Readonly<Record<string, string>>, secret: readonly string[]): Header[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value, secret: secret.includes(name), kept: secret.includes(name) }));
}

/** Some names say that their value is a credential; that stays secret. */
export function mustBeSecret({ name }: Pick<Header, "name">): boolean {
  return isSecretHeader(name);
}
