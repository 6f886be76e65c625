import { headerName, isSecretHeader } from "#contract/connections/headers.ts";
import { z } from "#contract/zod.ts";

/** A header as the form holds it. `kept`: its secret value is stored, and an empty one keeps it. */
export const Header = z.strictObject({ name: headerName, value: z.string(), secret: z.boolean(), kept: z.boolean() });
export type Header = z.output<typeof Header>;
export const newHeader: Header = { name: "", value: "", secret: true, kept: false };

/** Always these, in this order, as they were typed, whatever else the form holds. */
export function rowsOf(wanted: readonly Header[], typed: readonly Header[]): Header[] {
  return wanted.map((each) => typed.find(({ name }) => name.toLowerCase() === each.name.toLowerCase()) ?? each);
}

/** The headers as a request has them: in two parts. */
export function partsOf(headers: readonly Header[]) {
  const of = (secret: boolean) =>
    Object.fromEntries(headers.filter((header) => header.secret === secret).map(({ name, value }) => [name, value]));
  return { plaintext: of(false), secret: of(true) };
}

/** The headers of a stored connection as the form holds them. */
export function storedHeaders(headers: Readonly<Record<string, string>>, secret: readonly string[]): Header[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value, secret: secret.includes(name), kept: secret.includes(name) }));
}

/** Some names say that their value is a credential; that stays secret. */
export function mustBeSecret({ name }: Pick<Header, "name">): boolean {
  return isSecretHeader(name);
}
