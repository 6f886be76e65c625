import { change, subjects } from "#contract/event.ts";

const of = subjects({
  skill: { by: "skill_id", in: "skill" },
});

export const libraryEvents = {
  "skill.created": change(of.skill),
  "skill.updated": change(of.skill),
  "skill.deleted": change(of.skill),
};

type LibraryEvents = typeof libraryEvents;
declare module "#contract/event.ts" {
  interface EventCatalogue extends LibraryEvents {}
}
