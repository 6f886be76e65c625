import { whyNoName } from "#features/queues/schema/schema-text.ts";

/** What each column is called as a field: as near to what the header says as a field may be called, and no two alike. */
export function fieldNames(columnNames: readonly string[]): string[] {
  const taken = new Set<string>();
  return columnNames.map((name) => {
    const plain = name
      .replaceAll(/[.[\]"'\\\p{Cc}]/gu, "_")
      .slice(0, 90)
      .toWellFormed()
      .trim();
    const begun = whyNoName(plain, []) === undefined ? plain : `Column ${plain}`;
    let found = begun;
    for (let times = 2; taken.has(found); times++) found = `${begun} (${times})`;
    taken.add(found);
    return found;
  });
}
