import { isMailbox, signavioType } from "#contract/connections/connection-words.ts";
import { type Header, newHeader, rowsOf } from "./header-rows.ts";

/** What a connection leads to: a server with tools, or something that is signed in to by fields of its own. */
export type ServerKind = "server" | "mailbox" | "signavio";

/** What is chosen in place of an integration. */
export const mailboxChoice = "mailbox";
export const signavioChoice = signavioType;
export const isKindChoice = (integration: string) => integration === mailboxChoice || integration === signavioChoice;

interface Where {
  readonly integration: string;
  readonly server_url: string;
}

/** `type`: of a connection that is stored. */
export function kindOf({ integration, server_url }: Where, type?: string): ServerKind {
  if (integration === mailboxChoice || isMailbox(server_url.trim())) return "mailbox";
  return integration === signavioChoice || type === signavioType ? "signavio" : "server";
}

/** Where it leads, as a person typed it. Of a mailbox the host is enough: it is called over TLS. */
export function addressOf({ integration, server_url }: Where): string {
  const typed = server_url.trim();
  return integration === mailboxChoice && typed !== "" && !typed.includes("://") ? `imaps://${typed}` : typed;
}

const plain = { ...newHeader, secret: false };
const password: Header = { ...newHeader, name: "Password" };
const rows: Readonly<Record<Exclude<ServerKind, "server">, readonly Header[]>> = {
  mailbox: [{ ...plain, name: "Username" }, password],
  signavio: [{ ...plain, name: "Username" }, password, ...["Workspace", "Directory", "Approver-Key"].map((name) => ({ ...plain, name }))],
};
const optional: readonly string[] = ["Workspace", "Approver-Key"];

/** What it signs in with, a row for each field. */
export function headersOf(headers: readonly Header[], kind: ServerKind): Header[] {
  return kind === "server" ? [...headers] : rowsOf(rows[kind], headers);
}

/** Whether a field of such a server may stay empty. */
export const mayBeEmpty = ({ name, value }: Header, kind: ServerKind) => kind === "signavio" && value === "" && optional.includes(name);

/** Without fields that are left empty. */
export function givenHeaders(headers: readonly Header[], kind: ServerKind): Header[] {
  return headersOf(headers, kind).filter((header) => !mayBeEmpty(header, kind));
}

const asked: Readonly<Record<string, string>> = {
  Password: "Enter the password",
  Username: "Enter the user name",
  Directory: "Enter the id of a directory",
};

/** What an empty value is answered with: it names its field. */
export function emptyValueWords(name: string, kind: ServerKind): string {
  if (kind !== "server") return asked[name] ?? "Enter a value";
  return name === "" ? "Enter a value" : `Enter the value of ${name}`;
}
