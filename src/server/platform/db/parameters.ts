/** Collects values behind `$1`, `$2`… */
export function parameters() {
  const values: unknown[] = [];
  return { values, add: (value: unknown) => `$${values.push(value)}` };
}
export type Parameters = ReturnType<typeof parameters>;
