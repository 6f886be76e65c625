import type { EndpointSpec } from "#contract/endpoint.ts";
import { idIn, isForRecipient, ruleOf, type Topic } from "#contract/topics.ts";
import type { Context, Services } from "./context.ts";
import type { LiveBus } from "#server/platform/live/live-bus.ts";
import type { Change } from "#server/platform/live/recent.ts";

/** What a request tells other windows once its transaction is durable. */
export interface Telling extends Pick<Context, "changed" | "unchanged"> {
  /** The bus of the request: what is published before the end waits for it. */
  readonly live: LiveBus;
  /** Whether the handler said that nothing was changed. */
  changesNothing(): boolean;
  /** The team of what was changed, where the address leads to none. */
  teamOfChanges(): string | undefined;
  /** The transaction begins once more. */
  startOver(): void;
  tell(): void;
}

/**
 * Other windows learn of each topic that the endpoint declares, with the id from the address. Where the address does not say which one, or whose
 * it is matters, the handler says it; a topic that it speaks of is told in its words only. What no window
 * shows is recorded as well, and those who read events hear of that.
 */
export function telling(services: Services, endpoint: EndpointSpec, params: Record<string, unknown> | undefined, teamId?: string): Telling {
  let said = new Map<string, Change>();
  let nothing = false;
  let over = false;
  const publish = (change: Change): void => {
    if (over) services.live.publish(change);
    else said.set(JSON.stringify(change), change);
  };
  const addressedChanges = (team: string, named: ReadonlySet<Topic>): Change[] =>
    (endpoint.changes ?? []).flatMap((topic) => {
      const id = named.has(topic) ? undefined : addressed(topic, params);
      return id === undefined ? [] : [{ teamId: team, topic, id }];
    });
  return {
    live: { ...services.live, publish },
    changed(topic, id, userId) {
      if (isForRecipient(topic)) {
        if (userId !== undefined && userId !== null) publish({ teamId: "", topic, id, userId });
        return;
      }
      if (teamId === undefined) throw new Error(`${endpoint.name} leads to no team: publish to the team that ${topic} belongs to.`);
      publish({ teamId, topic, id, ...(userId !== undefined && { userId }) });
    },
    unchanged: () => void (nothing = true),
    changesNothing: () => nothing,
    teamOfChanges: () => [...said.values()].find((change) => change.teamId !== "")?.teamId,
    startOver() {
      said = new Map();
      nothing = false;
    },
    tell() {
      over = true;
      const named = new Set([...said.values()].map(({ topic }) => topic));
      for (const topic of named)
        // A read changes nothing here: what it tells is what it found at another service.
        if (endpoint.changes && !endpoint.changes.includes(topic))
          services.log.error({ operation: endpoint.name, topic }, "changes a topic that it does not declare");
      const changes = [...said.values(), ...(nothing || teamId === undefined ? [] : addressedChanges(teamId, named))];
      for (const change of changes) services.live.publish(change);
      if (changes.length === 0 && endpoint.records && !nothing) services.live.recorded();
    },
  };
}

/** Whom a change of one person's thing concerns, no address says. */
function addressed(topic: Topic, params: Record<string, unknown> | undefined): string | undefined {
  const { by, of } = ruleOf(topic);
  if (of !== undefined) return undefined;
  return by === undefined ? "*" : idIn(topic, params);
}
