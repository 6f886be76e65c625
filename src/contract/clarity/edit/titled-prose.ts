import type { Step } from "#contract/clarity/step.ts";
import type { CurrentData } from "#contract/clarity/snapshot.ts";

type Prose = Pick<CurrentData, "summary" | "swot"> & { readonly projectedImpact?: string | null | undefined };

/**
 * What is said of a version, with its steps called as they are after an edit. Only titles in quotation marks: without them a title can be words like any
 * others. A title that several steps had stays where they are no longer called alike.
 */
export function withTitles<D extends Prose>(data: D, before: readonly Step[], after: readonly Step[]): D {
  const now = new Map(after.map(({ id, title }) => [id, title]));
  const called = Map.groupBy(before, ({ title }) => title);
  const renamed = new Map(
    [...called].flatMap(([title, steps]) => {
      const [next, ...others] = new Set(steps.map(({ id }) => now.get(id) ?? title));
      return next === undefined || next === title || others.length > 0 ? [] : [[title, next] as const];
    }),
  );
  if (renamed.size === 0) return data;
  const titled = (text: string) =>
    text.replace(/“([^“”]*)”|"([^"]*)"/g, (quoted: string, curly?: string, straight?: string) => {
      const next = renamed.get(curly ?? straight ?? "");
      return next === undefined ? quoted : `${quoted.slice(0, 1)}${next}${quoted.slice(-1)}`;
    });
  const { summary, projectedImpact, swot } = data;
  const all = (points: readonly string[]) => points.map(titled);
  return {
    ...data,
    ...(summary && { summary: titled(summary) }),
    ...(projectedImpact && { projectedImpact: titled(projectedImpact) }),
    ...(swot && {
      swot: {
        strengths: all(swot.strengths),
        weaknesses: all(swot.weaknesses),
        opportunities: all(swot.opportunities),
        threats: all(swot.threats),
      },
    }),
  };
}
