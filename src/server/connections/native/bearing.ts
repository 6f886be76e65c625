/** The header that a token is sent in. */
export function bearing(token: string, header: string | undefined): Record<string, string> {
  return header === undefined ? { authorization: `Bearer ${token}` } : { [header]: token };
}
