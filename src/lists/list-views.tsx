import { type ListViewsProps, useListViews } from "./use-list-views.ts";
import type { List } from "#contract/list.ts";
import { ViewMenu } from "./view-menu.tsx";

/** The saved views of a list of a team, as a menu before its filters. */
export function ListViews<L extends List>(props: ListViewsProps<L>) {
  return <ViewMenu source={useListViews(props)} />;
}
