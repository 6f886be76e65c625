import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { Page } from "#api/path-to.ts";
import { read, useWrite } from "#api/query.ts";
import type { ViewSource } from "#api/view-source.ts";
import type { List, SearchOf } from "#contract/list.ts";
import { createListView, deleteListView, listListViews, type ListView, updateListView } from "#contract/teams/list-views.ts";
import type { TeamList } from "#contract/teams/lists.ts";
import { searchReader } from "./list-search.ts";
import { type FilterWords, inWords } from "./list-words.ts";

/** Where the views of a list are kept: with the team, or with the thing whose list it is. */
export interface ViewShelf {
  readonly views: readonly ListView[];
  readonly create: (view: Pick<ListView, "name" | "scope" | "search">) => Promise<unknown>;
  readonly update: (id: string, change: Partial<Pick<ListView, "name" | "search">>) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
}

export interface ViewsOfOptions<L extends List> {
  readonly list: L;
  readonly shelf: ViewShelf;
  /** What the address holds now. */
  readonly search: SearchOf<L>;
  readonly linkOf: ViewSource<SearchOf<L>>["linkOf"];
  readonly words?: FilterWords;
}

/** The saved views of a list. What one shows is kept as the list's address has it. */
export function useViewsOf<L extends List>({ list, shelf, search, linkOf, words }: ViewsOfOptions<L>): ViewSource<SearchOf<L>> {
  const { parseSearch, stringifySearch } = useRouter().options;
  const readShown = searchReader(list);
  const kept = (shows: SearchOf<L>) => (stringifySearch?.(fieldsOf(shows)) ?? "").replace(/^[?]/, "");
  const inOrder = (shows: SearchOf<L>) => JSON.stringify(Object.entries(shows).toSorted(([one], [other]) => one.localeCompare(other)));
  return {
    views: shelf.views.map(({ id, name, scope, search: text }) => ({
      id,
      name,
      scope,
      shows: readShown({ ...parseSearch?.(`?${text}`) }),
    })),
    shown: readShown(fieldsOf(search)),
    same: (one, other) => inOrder(one) === inOrder(other),
    inWords: (shows) => inWords(list, shows, words),
    linkOf,
    create: ({ name, scope, shows }) => shelf.create({ name, scope, search: kept(shows) }),
    update: ({ id }, { name, shows }) =>
      shelf.update(id, { ...(name === undefined ? {} : { name }), ...(shows ? { search: kept(shows) } : {}) }),
    remove: ({ id }) => shelf.remove(id),
  };
}

const fieldsOf = (search: object): Record<string, unknown> => Object.fromEntries(Object.entries(search));

export interface ListViewsProps<L extends List> {
  readonly teamId: string;
  readonly list: L;
  /** The list's page, below the team. */
  readonly to: Page;
  readonly search: SearchOf<L>;
}

/** The saved views of a list of a team. */
export function useListViews<L extends List>({ teamId, list, to, search }: ListViewsProps<L>): ViewSource<SearchOf<L>> {
  const params = { teamId, list: list.name as TeamList };
  const views = useQuery(read(listListViews, { params })).data?.views ?? [];
  const create = useWrite(createListView);
  const update = useWrite(updateListView);
  const remove = useWrite(deleteListView);
  const shelf: ViewShelf = {
    views,
    create: (body) => create.mutateAsync({ params, body }),
    update: (view_id, body) => update.mutateAsync({ params: { ...params, view_id }, body }),
    remove: (view_id) => remove.mutateAsync({ params: { ...params, view_id } }),
  };
  return useViewsOf({ list, shelf, search, linkOf: (shows) => ({ to, params: { teamId }, search: shows }) });
}
