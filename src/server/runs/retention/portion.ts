/** The first of them that have few enough rows together. One always goes. */
export function within<T extends { readonly rows: number }>(due: readonly T[], mostRows: number): readonly T[] {
  let sum = 0;
  const past = due.findIndex(({ rows }, i) => (sum += rows) > mostRows && i > 0);
  return past === -1 ? due : due.slice(0, past);
}
