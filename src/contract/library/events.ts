import { change } from "#contract/event.ts";

export const libraryEvents = {
  "skill.created": change("skill"),
  "skill.updated": change("skill"),
  "skill.deleted": change("skill"),
};
