import { readFields, textUpTo } from "#ui/address.ts";

export interface QueuesSearch {
  search?: string;
}

export const queuesFields = { search: textUpTo(200) };
export const readQueuesSearch = readFields<QueuesSearch>(queuesFields);
/** What the list shows, in a few words. */
export const queuesInWords = ({ search }: QueuesSearch) => (search ? `Queues with “${search}”` : "All queues");
