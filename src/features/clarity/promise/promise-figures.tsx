import { useQuery } from "@tanstack/react-query";
import { useMay } from "#api/roles.ts";
import { promiseFigures, updateClarityPromise } from "#contract/clarity/promise.ts";
import { promiseRead } from "#features/clarity/queries.ts";
import { Loaded } from "#ui/loaded.tsx";
import { FigureForm } from "./figure-form.tsx";
import { figureWords } from "./promise-words.ts";

/** The three promised figures, each with its source and its own confirmation. */
export function PromiseFigures({ processId }: { processId: string }) {
  const promise = useQuery(promiseRead(processId));
  const mayChange = useMay(updateClarityPromise);
  return (
    <section aria-label="Promise" className="px-4 py-3">
      <h2 className="text-sm font-semibold">
        Promise <span className="ms-1 text-xs font-normal text-ink-3">each with its source</span>
      </h2>
      <Loaded query={promise} what="the promise of this process" needs="Member">
        {(data) => (
          <>
            <div className="divide-y divide-line">
              {promiseFigures.map((figure) => (
                <FigureForm key={figure} {...{ processId, figure, mayChange }} now={data[figure]} passages={data.passages[figure]} />
              ))}
            </div>
            <p className="mt-1 text-xs text-ink-3">
              {promiseFigures.filter((figure) => data[figure]?.confirmed_at).length} of {promiseFigures.length} confirmed.{" "}
              {figureWords.minutes_a_case.name} are the agent’s own time. Waiting for people is measured apart and is not part of the
              promise.
            </p>
          </>
        )}
      </Loaded>
    </section>
  );
}
