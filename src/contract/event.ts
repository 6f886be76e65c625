import { type Output, z } from "./zod.ts";

/**
 * How the service knows which one a call was about. `by`: the parameter of an address that names it. `in`: where a reply has it. Without both it
 * is whoever calls.
 */
interface SubjectRule {
  readonly by?: string;
  readonly in?: string;
}
export interface Subject<K extends string = string> extends SubjectRule {
  readonly kind: K;
}

/** What the events of an area can be about, by the names of its things. */
export function subjects<const K extends string>(rules: Readonly<Record<K, SubjectRule>>): { readonly [P in K]: Subject<P> } {
  const named = Object.entries<SubjectRule>(rules).map(([kind, rule]) => [kind, { kind, ...rule }]);
  return Object.fromEntries(named) as { [P in K]: Subject<P> };
}

/** A small fact: an id, a number, an instant, or one word of a list. No text fits, so no secret and nothing that somebody wrote does. */
type Fact = z.ZodGUID | z.ZodInt | z.ZodISODateTime | z.ZodBoolean | z.ZodEnum;
type Facts = Record<string, Fact | z.ZodOptional<Fact> | z.ZodNullable<Fact>>;

/** How long events are kept, in days: work by the thousand for as long as its webhooks, what is audited for a year. */
const keptDays = { work: 30, audit: 365 };

/** What can happen to a kind of thing: its facts, whether somebody who checks on others has to find it, and for how many days it is kept. */
export function event<const S extends Subject, const Data extends Facts>(subject: S, data: Data, { audit = false } = {}) {
  return { subject, data: z.strictObject(data), audit, days: audit ? keptDays.audit : keptDays.work };
}

/** What people change and decide: audited. */
export function change<const S extends Subject, const Data extends Facts = Record<never, never>>(subject: S, data?: Data) {
  return event(subject, data ?? ({} as Data), { audit: true });
}

/**
 * Everything that the service writes down as having happened, by its type. Empty here: each area declares in its `events.ts` that the catalogue
 * has its own types too, and its manifest hands them in.
 */
export interface EventCatalogue {}
export type EventType = keyof EventCatalogue;
export type EventData<T extends EventType> = Output<EventCatalogue[T]["data"]>;

/** The types of some areas, as the service works with them. */
export type Events = Readonly<Record<string, ReturnType<typeof event>>>;
