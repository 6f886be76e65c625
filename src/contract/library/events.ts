import { change, event, subjects } from "#contract/event.ts";
import { uuid } from "#contract/fields.ts";

const of = subjects({
  skill: { by: "skill_id", in: "skill" },
  file: {},
});

/** A change of a file is a row that says its path and size; the run that made it, where one did. */
const ofChange = { change_id: uuid, run_id: uuid.nullable(), agent_id: uuid.nullable() };
export type FileChange = "added" | "changed" | "removed";

export const libraryEvents = {
  "skill.created": change(of.skill),
  "skill.updated": change(of.skill),
  "skill.deleted": change(of.skill),
  "file.added": event(of.file, ofChange),
  "file.changed": event(of.file, ofChange),
  "file.removed": event(of.file, ofChange),
  "file.renamed": change(of.file),
};

type LibraryEvents = typeof libraryEvents;
declare module "#contract/event.ts" {
  interface EventCatalogue extends LibraryEvents {}
}
