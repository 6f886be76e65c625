import { useQuery } from "@tanstack/react-query";
import { queueSchemaRead } from "#features/queues/schema/schema-queries.ts";
import type { FilterWords } from "#lists/list-words.ts";
import { fieldControls } from "./field-filter.ts";

/** How fields of a queue and their values are called where a filter is told, as in “Paid: Yes”. */
export function useFieldWords(queueId: string): FilterWords {
  const schema = useQuery(queueSchemaRead(queueId)).data?.schema;
  return fieldControls(schema, {});
}
