export const whoMayDecide = "Managers decide, and Builders for the agents they created.";
export const whoMayEdit = "Read only. Managers can change any agent, Builders only their own.";
