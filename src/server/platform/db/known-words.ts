import { z } from "#contract/zod.ts";

/**
 * For a statement that writes rows `alias` as JSON: whether every word in them is one that their record lists. A later version may have stored
 * others. Throws for a record with words inside of a list or a choice: a statement cannot say which of them a row has.
 */
export function knowsWords(record: z.ZodObject, alias: string): string {
  const conditions = conditionsOf(record, (name) => `${alias}.${name}`, false);
  return conditions.length === 0 ? "true" : `coalesce(bool_and(${conditions.join(" and ")}), true)`;
}

/** `absent`: it may be null, which is no word. */
function conditionsOf({ shape }: z.ZodObject, columnOf: (name: string) => string, absent: boolean): string[] {
  return Object.entries(shape as Record<string, z.ZodType>).flatMap(([name, given]) => {
    const rule = bare(given);
    const column = columnOf(name);
    const mayLack = absent || rule !== given;
    if (rule instanceof z.ZodObject) return conditionsOf(rule, (inner) => `(${column}->>'${inner}')`, mayLack);
    if (rule instanceof z.ZodEnum) {
      const isListed = `${column} in (${rule.options.map((word) => `'${word}'`).join(", ")})`;
      return [mayLack ? `coalesce(${isListed}, true)` : `coalesce(${isListed}, false)`];
    }
    const document = JSON.stringify(z.toJSONSchema(rule, { unrepresentable: "any" }));
    if (document.includes('"enum"')) throw new Error(`${name} has words that no statement can look at`);
    return [];
  });
}

function bare(rule: z.ZodType): z.ZodType {
  return rule instanceof z.ZodNullable || rule instanceof z.ZodOptional ? bare(rule.unwrap() as z.ZodType) : rule;
}
