/** A run whose questions are withdrawn with it, and what to call it by. */
export interface AskingRun {
  readonly id: string;
  readonly asks: string;
  readonly about: string;
}

/** Each run once, whatever it asks. */
export function askingRuns(asked: readonly { run_id: string; title: string; about: string }[]): AskingRun[] {
  const runs = new Map(asked.map(({ run_id, title, about }) => [run_id, { id: run_id, asks: title, about }]));
  return [...runs.values()];
}
