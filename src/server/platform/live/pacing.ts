import type { LiveEvent } from "#contract/runs/live.ts";

/** Between two events of one topic: screens read again four times a second at most. */
const restMs = 250;
/** So many objects of a topic wait under their names, a second at most. Of more, a reader is told that any of them may have changed. */
const mostNamed = 4;

interface Waiting {
  readonly event: LiveEvent;
  /** Whether the reader may know of it whatever their role is: one of the changes that it stands for is no other person's. */
  readonly isOwn: boolean;
}

interface Pacing {
  tell(event: LiveEvent, isOwn: boolean): void;
  /** Sends at once what waits. */
  flush(): void;
  close(): void;
}

/**
 * Sends a reader four events of a topic a second at most. The first one goes at once. What changes again while it waits is told once, as it was last,
 * and nothing that changed is left out. `mayTell` is asked when an event goes; `undefined`: it is not known yet.
 */
export function pacing(send: (event: LiveEvent) => void, mayTell: (isOwn: boolean) => boolean | undefined): Pacing {
  const topics = new Map<string, { waiting: Map<string, Waiting>; timer: NodeJS.Timeout }>();

  function rest(topic: string): NodeJS.Timeout {
    return setTimeout(() => next(topic), restMs);
  }
  /** Sends the one that waits longest of those that the reader may know of. A topic of which nothing was sent needs no rest. */
  function next(topic: string): void {
    const state = topics.get(topic);
    if (!state) return;
    for (const [id, { event, isOwn }] of state.waiting) {
      const may = mayTell(isOwn);
      if (may !== undefined) state.waiting.delete(id);
      if (may) send(event);
      if (may !== false) return void (state.timer = rest(topic));
    }
    topics.delete(topic);
  }
  return {
    tell(event, isOwn) {
      const { topic, id } = event;
      const state = topics.get(topic);
      if (!state) {
        send(event);
        topics.set(topic, { waiting: new Map(), timer: rest(topic) });
        return;
      }
      const { waiting } = state;
      const all = waiting.get("*");
      if (all || id === "*" || (!waiting.has(id) && waiting.size === mostNamed)) {
        const isAnyOwn = isOwn || [...waiting.values()].some((each) => each.isOwn);
        waiting.clear();
        waiting.set("*", { event: { ...event, id: "*" }, isOwn: isAnyOwn });
      } else waiting.set(id, { event, isOwn: isOwn || (waiting.get(id)?.isOwn ?? false) });
    },
    flush() {
      for (const [, { waiting }] of topics) {
        for (const { event, isOwn } of waiting.values()) if (mayTell(isOwn)) send(event);
        waiting.clear();
      }
    },
    close() {
      for (const { timer } of topics.values()) clearTimeout(timer);
      topics.clear();
    },
  };
}
