import { weeks } from "#contract/schedules/weeks.ts";
import { type ReadValue, readId, readOffset } from "#ui/address.ts";

/** What the address of the schedules holds beside their list. */
export interface InWeek {
  offset?: number;
  /** 0 or none: the seven days from today on. */
  week?: number;
  /** A schedule's id, or `new`. */
  open?: string;
}

const readWeek: ReadValue<number> = (raw) =>
  typeof raw === "number" && Number.isInteger(raw) && raw >= weeks.first && raw <= weeks.last && raw !== 0 ? raw : undefined;

const readOpen: ReadValue<string> = (raw) => (raw === "new" ? raw : readId(raw));

export const weekFields = { offset: readOffset, week: readWeek, open: readOpen };
