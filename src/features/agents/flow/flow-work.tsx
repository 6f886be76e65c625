import type { Flow } from "#contract/agents/automation-flow.ts";
import { Figure, type NodeFigure } from "./node-figure.tsx";

/** How much work there is, as it was counted. */
export interface CountedWork {
  /** The numbers above 0, by the id of the node. */
  readonly figures: ReadonlyMap<string, readonly NodeFigure[]>;
  /** Runs of others are not counted. */
  readonly own: boolean;
  /** Agents and queues that were not asked about. */
  readonly uncounted: number;
}

/** The numbers of the picture, by name. */
export function FlowWork({ flow, work: { figures, own, uncounted } }: { flow: Flow; work: CountedWork }) {
  const busy = [...flow.queues, ...flow.agents].flatMap(({ id, name }) => {
    const ofNode = figures.get(id);
    return ofNode ? [{ id, name, ofNode }] : [];
  });
  return (
    <>
      <h2 className="font-semibold">Work</h2>
      {busy.length === 0 ? (
        <p>No case is open, no run is under way, and none failed in the last 7 days.</p>
      ) : (
        <ul aria-label="Work of each" className="flex flex-col gap-1">
          {busy.map(({ id, name, ofNode }) => (
            <li key={id}>
              {name}:{" "}
              {ofNode.map((figure, at) => (
                <span key={figure.kind}>
                  {at > 0 ? ", " : ""}
                  <Figure figure={figure} className="underline underline-offset-2" />
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
      <p className="text-ink-3">
        Open cases, runs under way{own ? " of your own" : ""}, and {own ? "those of them" : "runs"} that failed in the last 7 days.
        {uncounted > 0 ? ` Of ${uncounted.toLocaleString("en")} agents and queues nothing was counted.` : ""}
      </p>
    </>
  );
}
