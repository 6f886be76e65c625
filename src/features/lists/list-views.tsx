import { useListViews, type ViewedListProps } from "./use-list-views.ts";
import { ViewMenu } from "./view-menu.tsx";

/** The saved views of a list of a team, as a menu before its filters. */
export function ListViews<S extends object>(props: ViewedListProps<S>) {
  return <ViewMenu source={useListViews(props)} />;
}
