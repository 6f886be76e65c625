/** The weeks of a team that can be looked at, counted from the one that begins today. */
export const weeks = { first: -13, last: 4 } as const;
