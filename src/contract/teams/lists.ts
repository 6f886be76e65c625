/** The lists of a team that people keep views of. The cases of each queue have views of their own. */
export const viewedLists = ["runs", "agents", "automations", "files", "queues"] as const;
export type ViewedList = (typeof viewedLists)[number];

/** The lists whose columns people choose. */
export const columnLists = ["runs", "agents", "automations", "files", "queues", "cases"] as const;
export type ColumnList = (typeof columnLists)[number];

/** `personal`: only its owner sees and changes it. `team`: everybody sees it, Managers and above change it. */
export const viewScopes = ["personal", "team"] as const;
export type ViewScope = (typeof viewScopes)[number];
/** Of a person, and of the team, in one list. */
export const maxViews = 50;
