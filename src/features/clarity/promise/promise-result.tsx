import { useQuery } from "@tanstack/react-query";
import { pathTo } from "#api/path-to.ts";
import { promiseFigures } from "#contract/clarity/promise.ts";
import { PanelPart } from "#features/clarity/panel-part.tsx";
import { achievedRead, promiseRead } from "#features/clarity/queries.ts";
import { AnyLink } from "#ui/link.tsx";
import { achievedInBrief } from "./achieved-words.ts";
import { figureInWords, figureWords } from "./promise-words.ts";

/** What was promised of a process beside what was achieved, in three lines. */
export function PromiseResult({ teamId, processId }: { teamId: string; processId: string }) {
  const { data: promise } = useQuery(promiseRead(processId));
  const { data: achieved } = useQuery(achievedRead(processId));
  if (!promise || !achieved) return null;
  const brief = achievedInBrief(achieved);
  return (
    <PanelPart title="Promise and result">
      <table aria-label="Promise and result" className="w-full text-sm">
        <tbody>
          {promiseFigures.toReversed().map((figure) => {
            const promised = promise[figure];
            return (
              <tr key={figure}>
                <th scope="row" className="py-0.5 text-start font-normal text-ink-2">
                  {figureWords[figure].name}
                </th>
                <td className="py-0.5 text-end tabular-nums">{promised?.confirmed_at ? figureInWords(figure, promised.value) : "–"}</td>
                <td className="py-0.5 ps-3 text-end text-ink-2 tabular-nums">{brief[figure]}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <AnyLink
        link={pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId }, { tab: "promise" })}
        className="text-sm text-accent-ink hover:underline"
      >
        Open
      </AnyLink>
    </PanelPart>
  );
}
