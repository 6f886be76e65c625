import { instant } from "#contract/fields.ts";
import { ToolError } from "#server/engine/tools/tool.ts";

const minute = 60_000;
const units: Record<string, number> = { m: minute, h: 60 * minute, d: 1440 * minute, w: 10_080 * minute };
/** Ours: what is put off further is put off for good. */
const furthest = 366 * 1440 * minute;

/** Why no case is postponed to this instant, in a sentence; undefined where it is. */
export function whyNotTo(at: number, now: Date): string | undefined {
  if (at <= now.getTime()) return "A case is postponed to a time that is still to come.";
  if (at - now.getTime() > furthest) return "A case is postponed by a year at most.";
  return undefined;
}

/** An instant out of `2h`, `1d`, `1w` or a date and time. Throws a sentence about what is neither, past, or more than a year away. */
export function untilOf(words: string, now: Date): string {
  const [, count, unit] = /^(\d{1,4})\s*([mhdw])$/.exec(words.trim()) ?? [];
  const given = instant.safeParse(words.trim());
  const at = count && unit ? now.getTime() + Number(count) * (units[unit] ?? 0) : given.success ? Date.parse(given.data) : Number.NaN;
  if (Number.isNaN(at))
    throw new ToolError(`“${words}” is neither a duration such as 2h, 1d or 1w nor a time such as 2026-01-31T09:30:00Z.`);
  const wrong = whyNotTo(at, now);
  if (wrong) throw new ToolError(wrong);
  return new Date(at).toISOString();
}
