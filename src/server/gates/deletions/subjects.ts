import { agentSubjects } from "./agents.ts";
import { connectionSubjects } from "./connections.ts";
import { librarySubjects } from "./library.ts";
import { memberSubjects } from "./members.ts";
import { queueSubjects } from "./queues.ts";
import { scheduleSubjects } from "./schedules.ts";
import type { Subject } from "./subject.ts";

/** By the name of the operation that deletes. */
export const deletionSubjects: Readonly<Record<string, Subject>> = {
  ...agentSubjects,
  ...connectionSubjects,
  ...librarySubjects,
  ...memberSubjects,
  ...queueSubjects,
  ...scheduleSubjects,
};
