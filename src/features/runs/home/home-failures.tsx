import { listAddress } from "#contract/dashboards/list-address.ts";
import type { RunRow } from "#contract/runs/run.ts";
import type { Range } from "#contract/dashboards/page.ts";
import { againWords, useRunAgain } from "#features/runs/use-run-again.ts";
import { Block, BlockEmpty } from "#ui/block.tsx";
import { counted } from "#ui/counted.ts";
import { Loaded } from "#ui/loaded.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { AnyLink } from "#ui/link.tsx";
import { OneByOneDialog } from "#ui/one-by-one-dialog.tsx";
import { useSteadyOrder } from "#ui/use-steady-order.ts";
import { FailureCause } from "./failure-cause.tsx";
import { mostCauses, useOutcomes } from "./home-reads.ts";

interface HomeFailuresProps {
  teamId: string;
  range: Range;
  /** The time, as in "since your last visit". */
  words: string;
}

/** What runs failed by, the most frequent first, each with the one thing to do next. */
export function HomeFailures({ teamId, range, words }: HomeFailuresProps) {
  const { causes, agents, own } = useOutcomes(teamId, range);
  const again = useRunAgain(teamId);
  // The most frequent at first: what is named keeps its place while one looks.
  const rows = useSteadyOrder((causes.data?.rows ?? []).slice(0, mostCauses), ({ by }) => by.join(" "), agents.data?.from ?? "");
  const failed = agents.data?.total.values[1] ?? 0;
  const link = agents.data?.total.links[1];
  const list = link ? listAddress(teamId, link) : undefined;
  const more = (causes.data?.count ?? 0) - mostCauses;
  return (
    <Block title="Failures" note="by cause" all={failed > 0 && list ? { link: list, words: counted(failed, "run", "runs") } : undefined}>
      <Loaded inline skeleton={<SkeletonRows rows={4} />} query={causes} what="the failures of this team" needs="Member">
        {() =>
          rows.length === 0 ? (
            <BlockEmpty>
              No {own ? "run of yours" : "run"} failed {words}.
            </BlockEmpty>
          ) : (
            <ul aria-label="Failures by cause">
              {rows.map((row) => (
                <FailureCause key={row.by.join(" ")} teamId={teamId} row={row} onAgain={again.ask} />
              ))}
              {more > 0 && list ? (
                <li className="py-2 text-sm">
                  <AnyLink link={list} className="rounded-sm text-accent-ink hover:underline">
                    {counted(more, "more cause", "more causes")}
                  </AnyLink>
                </li>
              ) : null}
            </ul>
          )
        }
      </Loaded>
      <OneByOneDialog<RunRow>
        walk={again.walk}
        words={againWords}
        tone="primary"
        describe={({ title, agent_name, run_number }) => [title, `${agent_name} #${run_number.toLocaleString("en")}`]}
        onStart={(runs) => void again.start(runs)}
        onCancel={again.cancel}
        onClose={again.close}
      >
        Each agent starts with the same first message, on its live revision.
      </OneByOneDialog>
    </Block>
  );
}
