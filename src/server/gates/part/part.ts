import { type Subject, subjects } from "#server/gates/examples.ts";
import { touchedOperations } from "./touched.ts";
import { commitsOfLanding, hasItsTurn, takesAll } from "./turn.ts";

function namesOfLanding(): ReadonlySet<string> {
  const names = subjects.map(({ endpoint }) => endpoint.name);
  if (takesAll) return new Set(names);
  try {
    const touched = touchedOperations(names, commitsOfLanding);
    return new Set(names.filter((name) => touched.has(name) || hasItsTurn(name)));
  } catch {
    // Not a checkout: nothing says what was touched.
    return new Set(names);
  }
}

const names = namesOfLanding();

/**
 * The operations that a landing takes through a gate that is generated from all of them: those whose code the last fifty commits touched, and every
 * eighth of the others, another eighth for another tree. `GATES=all`, which `npm run test:all` sets, takes all of them.
 */
export const subjectsOfLanding: readonly Subject[] = subjects.filter(({ endpoint }) => names.has(endpoint.name));

process.stdout.write(`gates: ${subjectsOfLanding.length} of ${subjects.length} operations\n`);
