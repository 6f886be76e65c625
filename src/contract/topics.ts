/**
 * What can change, one topic for each kind of thing that a screen shows. A read names the topics that it shows, a write those that it may
 * change; caches and live updates follow from that.
 * - `by`: the parameter that says which one. A read of another one shows nothing of the change. Without it a change concerns every read.
 * - `of`: who in a team may know of a change: the person whose thing it is and Managers. `recipient`: one person alone, in every team.
 *   `nobody`: it is no team's, and other windows do not learn of it.
 */
interface TopicRule {
  readonly by?: string;
  readonly of?: "person" | "recipient" | "nobody";
}

/** Every topic. Empty here: each area declares in its `topics.ts` that the catalogue has its own too. */
export interface TopicCatalogue {}
export type Topic = keyof TopicCatalogue;

const rules = new Map<string, TopicRule>();

/** What can change in an area. */
export function topics<const T extends Readonly<Record<string, TopicRule>>>(own: T): T {
  for (const [topic, rule] of Object.entries(own)) rules.set(topic, rule);
  return own;
}

export function isTopic(name: string): name is Topic {
  return rules.has(name);
}

export function ruleOf(topic: Topic): TopicRule {
  return rules.get(topic) ?? {};
}

/** Whether windows are told of a change at all. */
export function isLive(topic: Topic): boolean {
  return ruleOf(topic).of !== "nobody";
}

export function declaredTopics(): readonly Topic[] {
  return [...rules.keys()].filter(isTopic);
}

/** Of what windows are told. */
export function liveTopics(): readonly Topic[] {
  return declaredTopics().filter(isLive);
}

/** Whether a change concerns one person, whichever team their windows show. */
export function isForRecipient(topic: Topic): boolean {
  return ruleOf(topic).of === "recipient";
}

/** The id of what a call is about under a topic, from the parameters of its address; undefined where they do not say. */
export function idIn(topic: Topic, params: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const { by } = ruleOf(topic);
  const id = by === undefined ? undefined : parameterOf(params, by);
  return typeof id === "string" ? id : undefined;
}

/** A parameter of an address: the specification spells some `run_id` and others `runId`. */
export function parameterOf(params: Readonly<Record<string, unknown>> | undefined, name: string): unknown {
  return params?.[name] ?? params?.[camelCase(name)];
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
