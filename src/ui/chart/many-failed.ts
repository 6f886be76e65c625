/** A larger share of failures of an agent or a team is an exception. */
export const mostFailures = 0.03;

/** From this share of a period on, its failures stand out. */
const many = 0.05;

/** The failures of a period that stand out in a spark: all of them or none. */
export function manyFailed(runs: number, failed: number): number {
  return failed > runs * many ? failed : 0;
}
