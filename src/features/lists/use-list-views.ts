import type { Page } from "#api/path-to.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { read, useWrite } from "#api/query.ts";
import type { ViewSource } from "#api/view-source.ts";
import { createListView, deleteListView, listListViews, updateListView } from "#contract/teams/list-views.ts";
import type { ViewedList } from "#contract/teams/lists.ts";

export interface ViewedListProps<S extends object> {
  readonly teamId: string;
  readonly list: ViewedList;
  /** The list's page, below the team. */
  readonly to: Page;
  /** What the address holds now. */
  readonly search: S;
  /** Reads an address as the list's page does. What it leaves out is part of no view. */
  readonly readShown: (raw: Record<string, unknown>) => S;
  readonly inWords: (shows: S) => string;
}

/** The saved views of a list of a team. What one shows is kept as the list's address has it. */
export function useListViews<S extends object>({ teamId, list, to, search, readShown, inWords }: ViewedListProps<S>): ViewSource<S> {
  const { parseSearch, stringifySearch } = useRouter().options;
  const params = { teamId, list };
  const views = useQuery(read(listListViews, { params })).data?.views ?? [];
  const create = useWrite(createListView);
  const update = useWrite(updateListView);
  const remove = useWrite(deleteListView);
  const kept = (shows: S) => (stringifySearch?.(fieldsOf(shows)) ?? "").replace(/^[?]/, "");
  const inOrder = (shows: S) => JSON.stringify(Object.entries(shows).toSorted(([one], [other]) => one.localeCompare(other)));
  return {
    views: views.map(({ id, name, scope, search: text }) => ({ id, name, scope, shows: readShown({ ...parseSearch?.(`?${text}`) }) })),
    shown: readShown(fieldsOf(search)),
    title: "Views of this list",
    same: (one, other) => inOrder(one) === inOrder(other),
    inWords,
    linkOf: (shows) => ({ to, params: { teamId }, search: shows }),
    create: ({ name, scope, shows }) => create.mutateAsync({ params, body: { name, scope, search: kept(shows) } }),
    update: ({ id }, { name, shows }) =>
      update.mutateAsync({
        params: { ...params, view_id: id },
        body: { ...(name === undefined ? {} : { name }), ...(shows ? { search: kept(shows) } : {}) },
      }),
    remove: ({ id }) => remove.mutateAsync({ params: { ...params, view_id: id } }),
  };
}

const fieldsOf = (search: object): Record<string, unknown> => Object.fromEntries(Object.entries(search));
