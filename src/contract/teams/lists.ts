/** The lists of a team that people keep views of. */
export const teamLists = ["runs", "agents", "automations", "files", "queues", "schedules"] as const;
export type TeamList = (typeof teamLists)[number];
/** Every list that people keep views of, and whose columns they choose. Each queue has its own views of its cases. */
export const viewedLists = [...teamLists, "cases"] as const;
export type ViewedList = (typeof viewedLists)[number];

/** `personal`: only its owner sees and changes it. `team`: everybody sees it, Managers and above change it. */
export const viewScopes = ["personal", "team"] as const;
export type ViewScope = (typeof viewScopes)[number];
/** Of a person, and of the team, in one list. */
export const maxViews = 50;
