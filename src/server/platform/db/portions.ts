/** Rows by their ids, so many at a time and in the order of the ids. What was deleted meanwhile is left out. */
export async function* inPortions<R extends { readonly id: string }>(
  ids: readonly string[],
  size: number,
  read: (ids: readonly string[]) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[]> {
  for (let at = 0; at < ids.length; at += size) {
    const portion = ids.slice(at, at + size);
    const byId = new Map((await read(portion)).map((row) => [row.id, row]));
    yield portion.flatMap((id) => byId.get(id) ?? []);
  }
}

/** A page of a list that continues behind `next`. */
interface Page<R> {
  readonly rows: readonly R[];
  readonly next: string | null;
}

/** The pages of a list, each read when it is asked for. */
export async function* pageAfterPage<R>(first: Page<R>, read: (after: string) => Promise<Page<R>>): AsyncGenerator<readonly R[]> {
  for (let page = first; ; page = await read(page.next)) {
    yield page.rows;
    if (page.next === null) return;
  }
}
