/** In the order in which attached ones count: a personal one stands before what is shared; among equals the one attached first. */
export function personalFirst<C extends { readonly user_id: string | null }>(attached: readonly C[]): C[] {
  return [...attached.filter(({ user_id }) => user_id !== null), ...attached.filter(({ user_id }) => user_id === null)];
}
