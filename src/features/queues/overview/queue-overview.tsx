import type { ReactNode } from "react";
import { answerIn } from "#api/figures.ts";
import { useFigures } from "#api/use-figures.ts";
import type { PageAnswers, QueryAnswer } from "#contract/dashboards/answers.ts";
import { ChartBlock } from "#ui/chart/chart-block.tsx";
import type { ChartSpan } from "#ui/chart/chart-span.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { FailedByCause } from "./failed-by-cause.tsx";
import { InAndOut } from "./in-and-out.tsx";
import { OpenByAge } from "./open-by-age.tsx";
import { overviewRead } from "./overview-reads.ts";
import { TimeToClose } from "./time-to-close.tsx";

interface QueueOverviewProps {
  teamId: string;
  queueId: string;
  span: ChartSpan;
}

const blocks = [
  { title: "In and out", name: "by_day", Block: InAndOut },
  { title: "Open by age", name: "ages", Block: OpenByAge },
  { title: "Time to close", name: "by_day", Block: TimeToClose },
  { title: "Failed, by cause", name: "causes", Block: FailedByCause },
] as const;

/** How a queue does, in one band of the same height whatever there is to say. */
export function QueueOverview({ teamId, queueId, span }: QueueOverviewProps) {
  const figures = useFigures(overviewRead(teamId, queueId, span), ["case"]);
  return (
    <section aria-label="Overview" aria-busy={figures.isPlaceholderData} className="shrink-0 border-b border-line px-3 py-4 md:px-5">
      <div className="grid min-h-49 gap-x-8 gap-y-6 sm:grid-cols-2 min-[1200px]:grid-cols-[4fr_2.6fr_2.9fr_2.5fr]">
        <Loaded inline query={figures} what="the overview of this queue" skeleton={<Coming />}>
          {(counted) =>
            blocks.map(({ title, name, Block }) => <Counted key={title} {...{ teamId, title, name, Block }} figures={counted} />)
          }
        </Loaded>
      </div>
    </section>
  );
}

function Coming(): ReactNode {
  return blocks.map(({ title }) => (
    <ChartBlock key={title} band title={title}>
      <div className="h-41 py-2">
        <Skeleton className="w-2/3" />
      </div>
    </ChartBlock>
  ));
}

interface CountedProps {
  teamId: string;
  title: string;
  name: string;
  Block: (props: { teamId: string; answer: QueryAnswer }) => ReactNode;
  figures: PageAnswers;
}

/** A block; one that could not be counted says so by itself. */
function Counted({ teamId, title, name, Block, figures }: CountedProps) {
  const answer = answerIn(figures, name);
  if (answer) return <Block teamId={teamId} answer={answer} />;
  return (
    <ChartBlock band title={title}>
      <p role="alert" className="h-41 py-1 text-sm text-failed">
        This could not be counted. {figures.faults.find((fault) => fault.name === name)?.says}
      </p>
    </ChartBlock>
  );
}
