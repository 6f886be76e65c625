import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { promiseFigures } from "#contract/clarity/promise.ts";
import { achievedRead, promiseRead, revisionProcessRead } from "#features/clarity/queries.ts";
import { AnyLink } from "#ui/link.tsx";
import { achievedInBrief } from "./achieved-words.ts";
import { figureInWords, figureWords } from "./promise-words.ts";

/** Which process an agent was made from, what was promised of it, and what became of that. Nothing where it was made from none. */
export function MadeFrom({ teamId, buildId }: { teamId: string; buildId: string }) {
  const { data } = useQuery(revisionProcessRead(buildId));
  return data?.process ? <Line teamId={teamId} {...data.process} /> : null;
}

function Line({ teamId, id, name }: { teamId: string; id: string; name: string }) {
  const { data: promise, isError: noPromise } = useQuery(promiseRead(id));
  const { data: achieved, isError: notMeasured } = useQuery(achievedRead(id));
  const fails = noPromise || notMeasured;
  if (!fails && (!promise || !achieved)) return null;
  const brief = achieved && achievedInBrief(achieved);
  const said = promiseFigures.toReversed().flatMap((figure) => {
    const promised = promise?.[figure];
    return promised?.confirmed_at && brief
      ? `${figureWords[figure].name}: promised ${figureInWords(figure, promised.value)}, so far ${brief[figure]}`
      : [];
  });
  return (
    <p className="border-b border-line px-3 py-2 text-sm text-ink-2 md:px-5">
      Made from{" "}
      <AnyLink
        link={pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId: id }, { tab: "promise" })}
        className="text-accent-ink underline underline-offset-2"
      >
        {name}
      </AnyLink>
      {said.length > 0
        ? `. ${said.join(" · ")}`
        : fails
          ? ". What became of its promise could not be loaded."
          : ". No promise is confirmed."}
    </p>
  );
}
