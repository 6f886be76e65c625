import type { AuthMethod } from "#contract/connections/connection-words.ts";
import { signavioType } from "#contract/connections/connection-words.ts";
import { invalid } from "#server/platform/http/refusal.ts";

/** What a workspace of SAP Signavio is signed in to with, and where models are put in it. */
export interface SignavioSettings {
  /** Without a slash at its end. */
  readonly base: string;
  readonly user: string;
  readonly password: string;
  /** Of the workspace; left out, the one that the person is in. */
  readonly workspace: string | undefined;
  /** The id of a directory. */
  readonly directory: string;
  /** Under which name the workspace keeps who approves a process: each has its own. */
  readonly approverKey: string | undefined;
}

/** As the interface writes it, or the id alone. */
const directory = /^(?:\/?directory\/)?([0-9a-zA-Z_-]{1,200})$/;

export interface SignavioServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** It is kept as headers, as all that a connection signs in with. */
export function signavioOf({ url, headers }: SignavioServer): SignavioSettings {
  const of = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    base: url.replace(/\/(p\/?)?$/, ""),
    user: of.get("username") ?? "",
    password: of.get("password") ?? "",
    workspace: of.get("workspace"),
    directory: directory.exec(of.get("directory") ?? "")?.[1] ?? "",
    approverKey: of.get("approver-key"),
  };
}

interface SignIn {
  readonly type: string;
  readonly authMethod: AuthMethod;
  readonly plain: Readonly<Record<string, string>>;
  /** The names of what is kept secret. */
  readonly secret: readonly string[];
}

/** Such a connection has a user name, a password and a directory. Throws 400. */
export function requireSignavioSignIn({ type, authMethod, plain, secret }: SignIn): void {
  if (type !== signavioType) return;
  const names = secret.map((name) => name.toLowerCase());
  const { user, directory: id } = signavioOf({ url: "", headers: plain });
  if (authMethod !== "headers" || user === "" || !names.includes("password"))
    throw invalid(["headers"], "SAP Signavio needs the auth_method “headers”, with a header Username and a secret header Password");
  if (id === "") throw invalid(["headers"], "Give the header Directory: the id of the directory that models are put in");
}
