import { wordOf } from "#contract/fields.ts";
import { documentedLists, type ViewedList, type ViewedLists, viewedLists } from "#contract/list.ts";

export type TeamList = { [N in ViewedList]: ViewedLists[N] extends "team" ? N : never }[ViewedList];
/** A list of a team that people keep views of. */
export const teamList = wordOf<TeamList>(
  () => viewedLists("team"),
  () => documentedLists("team"),
);
/** Any list that people keep views of, and whose columns they choose. Each queue has its own views of its cases. */
export const viewedList = wordOf<ViewedList>(viewedLists, documentedLists);

/** `personal`: only its owner sees and changes it. `team`: everybody sees it, Managers and above change it. */
export const viewScopes = ["personal", "team"] as const;
export type ViewScope = (typeof viewScopes)[number];
/** Of a person, and of the team, in one list. */
export const maxViews = 50;
