import fc from "fast-check";

/** What a process or a person does. `run` counts among the runs that a worker ever held, or among all. */
export const step = fc.record({
  worker: fc.nat(2),
  run: fc.nat(30),
  limit: fc.integer({ min: 1, max: 4 }),
  act: fc.constantFrom(
    ...(["claim", "claim", "claim", "claim beside a lock", "lose the answer", "beat", "die", "die", "look"] as const),
    ...(["write", "write late", "write late", "complete", "fault", "wait for others", "resume", "stop"] as const),
  ),
});
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
