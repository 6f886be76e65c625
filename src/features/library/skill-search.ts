import { readFields, textUpTo } from "#ui/address.ts";
import { knownSearch } from "#ui/known-search.ts";

export const readSkillSearch = knownSearch(readFields<{ search?: string }>({ search: textUpTo(200) }));
