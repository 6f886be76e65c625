export const whoMayEdit = "Read only. Managers can change any agent, Builders only their own.";
