import { readNotation } from "#contract/clarity/notation/read-notation.ts";
import { citedLine } from "#contract/clarity/replay/cited-line.ts";
import { replayOn, replayTelling, type StoryReplay } from "#contract/clarity/replay/replay-story.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import type { Step } from "#contract/clarity/step.ts";
import type { CapturedUnits } from "./use-units.ts";

export interface ToldStory {
  readonly capture: ClarityCapture;
  readonly replay: StoryReplay;
  /** Only so much of the capture was read. */
  readonly read: number | undefined;
}

/**
 * What each witness tells, beside the steps: lines in the printed notation are followed through the flow; of other captures, what cites them is put in
 * the order in which it is told. A capture that no step cites tells nothing.
 */
export function toldStories(steps: readonly Step[], captured: readonly CapturedUnits[]): ToldStory[] {
  const replay = replayOn(steps);
  return captured.flatMap(({ capture, units, total }) => {
    const read = units.length < total ? units.length : undefined;
    const told = readNotation(units).tellings.flatMap((telling) => replayTelling(replay, telling) ?? []);
    const lines = told.length > 0 ? told : [citedLine(steps, capture.id, units)];
    return lines.flatMap((line) => (line.line.length > 0 ? [{ capture, replay: line, read }] : []));
  });
}

interface Told {
  readonly capture: { readonly id: string };
  readonly replay: Pick<StoryReplay, "person" | "checked" | "stop">;
}

/** How many witnesses the flow follows, stops, and could not be checked with. Who answers several questions tells several stories and is one witness. */
export function witnessesOf(stories: readonly Told[]): { readonly agree: number; readonly stopped: number; readonly unknown: number } {
  const who = ({ capture, replay }: Told) => `${capture.id} ${replay.person ?? ""}`;
  const stopped = new Set(stories.filter(({ replay }) => replay.stop).map(who));
  const unknown = new Set(stories.filter((story) => !story.replay.checked && !stopped.has(who(story))).map(who));
  const all = new Set(stories.map(who));
  return { agree: all.size - stopped.size - unknown.size, stopped: stopped.size, unknown: unknown.size };
}
