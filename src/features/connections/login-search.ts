import { readFields, textUpTo } from "#ui/address.ts";
import { knownSearch } from "#ui/known-search.ts";

export interface LoginSearch {
  /** The login whose dialog is open, or `new`. */
  login?: string;
  search?: string;
}

export const readLoginSearch = knownSearch(readFields<LoginSearch>({ login: textUpTo(100), search: textUpTo(200) }));
