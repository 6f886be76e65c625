import { address, oneOf, readFlag, textUpTo } from "#ui/address.ts";

/** What a client is and which tools it gets, as the address of the page has it: a page that was left is as it was. */
export interface ClientSearch {
  readonly tools?: "areas" | "find";
  /** Ids of areas, with commas. */
  readonly areas?: string;
  readonly read?: true;
  readonly client?: string;
}

export const clientSearch = address<ClientSearch>({
  tools: oneOf(["areas", "find"]),
  areas: textUpTo(500),
  read: readFlag,
  client: textUpTo(40),
});
