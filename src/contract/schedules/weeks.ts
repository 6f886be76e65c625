/** The weeks of a team that can be looked at, counted from the one that today is in. */
export const weeks = { first: -13, last: 4 } as const;
