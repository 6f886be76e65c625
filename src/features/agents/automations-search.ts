import { readFlag, readFields, textUpTo } from "#ui/address.ts";

export interface AutomationsSearch {
  search?: string;
  deleted?: true;
}

export const automationsFields = { search: textUpTo(200), deleted: readFlag };
export const readAutomationsSearch = readFields<AutomationsSearch>(automationsFields);
/** What the list shows, in a few words. */
export const automationsInWords = ({ search, deleted }: AutomationsSearch) =>
  [deleted ? "Deleted automations" : "All automations", ...(search ? [`“${search}”`] : [])].join(", ");
