export const whoMayChange = "Read only. Managers can change any automation, Builders only their own.";
