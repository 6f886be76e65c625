import { basename } from "node:path";
import { test } from "@playwright/test";
import type { TestCase } from "@playwright/test/reporter";
import type { TeamWork } from "./team-work.ts";

const type = "takes a name";

/** Notes with each test which names it takes in a team that the tests of a worker share, where a name is taken only once. */
export function withNamesNoted(team: TeamWork, called: string): TeamWork {
  return {
    ...team,
    call(endpoint, input) {
      const { body = {}, params = {} } = input as { body?: object; params?: object };
      const ofTeam = Object.keys(params).join() === "teamId";
      if (endpoint.method === "POST" && ofTeam && endpoint.errors?.includes("name_taken") && "name" in body)
        test.info().annotations.push({ type, description: `${called}: ${endpoint.name} ${String(body.name)}` });
      return team.call(endpoint, input);
    },
  };
}

/** A sentence for each name that several tests take: whether one worker has both of them is decided by chance. */
export function namesTakenTwice(tests: readonly TestCase[]): string[] {
  const takers = new Map<string, Set<string>>();
  for (const { results, location } of tests) {
    for (const annotation of results.at(-1)?.annotations ?? []) {
      if (annotation.type !== type || annotation.description === undefined) continue;
      const places = takers.get(annotation.description) ?? new Set();
      takers.set(annotation.description, places.add(`${basename(location.file)}:${location.line}`));
    }
  }
  return [...takers]
    .filter(([, places]) => places.size > 1)
    .map(([name, places]) => `Several tests take one name in ${name}: ${[...places].join(", ")}`);
}
