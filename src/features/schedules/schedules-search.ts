import { weeks } from "#contract/schedules/weeks.ts";
import { oneOf, type ReadValue, readId, readOffset } from "#ui/address.ts";

/** What the address of the schedules holds beside their list. */
export interface InWeek {
  offset?: number;
  /** The week, or the list; none: the list where the address narrows it. */
  view?: "week" | "list";
  /** 0 or none: the week that today is in. */
  week?: number;
  /** Which of the seven days a phone shows, from 0; none: today, or the first one. */
  day?: number;
  /** A schedule's id, or `new`. */
  open?: string;
}

const readWeek: ReadValue<number> = (raw) =>
  typeof raw === "number" && Number.isInteger(raw) && raw >= weeks.first && raw <= weeks.last && raw !== 0 ? raw : undefined;

const readOpen: ReadValue<string> = (raw) => (raw === "new" ? raw : readId(raw));

const readDay: ReadValue<number> = (raw) => (typeof raw === "number" && Number.isInteger(raw) && raw >= 0 && raw <= 6 ? raw : undefined);

export const weekFields = { offset: readOffset, view: oneOf(["week", "list"]), week: readWeek, day: readDay, open: readOpen };
