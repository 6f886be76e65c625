import { pgTable, text, uuid } from "drizzle-orm/pg-core";

/** Large tables whose words are written again since the rule of `words_of` changed: the rows below an id are still to be done. */
export const searchRefills = pgTable("search_refills", { name: text().primaryKey(), before: uuid().notNull() });
