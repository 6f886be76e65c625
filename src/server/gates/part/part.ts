import { type Subject, subjects } from "#server/gates/examples.ts";
import { seed } from "#server/testing/seed.ts";
import { touchedOperations } from "./touched.ts";

/** Of so many landings in a row each operation has its turn. */
const turns = 8;
const commits = 50;

const hashOf = (name: string) => [...name].reduce((hash, letter) => (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7);

function namesOfLanding(): ReadonlySet<string> {
  const names = subjects.map(({ endpoint }) => endpoint.name);
  if (process.env.GATES === "all" || process.env.LONG) return new Set(names);
  try {
    const touched = touchedOperations(names, commits);
    return new Set(names.filter((name) => touched.has(name) || hashOf(name) % turns === seed % turns));
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
