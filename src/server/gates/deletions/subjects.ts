import { agentSubjects } from "./agents.ts";
import { librarySubjects } from "./library.ts";
import { queueSubjects } from "./queues.ts";
import type { Subject } from "./subject.ts";

/** By the name of the operation that deletes. */
export const deletionSubjects: Readonly<Record<string, Subject>> = { ...agentSubjects, ...librarySubjects, ...queueSubjects };
