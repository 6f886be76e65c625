import { useQuery } from "@tanstack/react-query";
import { ListRestart, Plus, Scale } from "lucide-react";
import { useState } from "react";
import { useMay } from "#api/roles.ts";
import { createCaseQueueEvalRubric, maxQueueRubrics, type QueueRubricSet } from "#contract/queues/queue-rubrics.ts";
import type { Queue } from "#contract/queues/queues.ts";
import { queueRubricsRead } from "#features/queues/queries.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { Time } from "#ui/time.tsx";
import { QueueRubricDialog } from "./queue-rubric-dialog.tsx";
import { QueueRubricList } from "./queue-rubric-list.tsx";
import { ReplaceRubrics } from "./replace-rubrics.tsx";
import { SuccessFigures } from "./success-figures.tsx";

/** What the cases of a queue are judged by as a whole. */
export function QueueEvaluation({ teamId, queue }: { teamId: string; queue: Queue }) {
  const queueId = queue.id;
  const set = useQuery(queueRubricsRead(queueId));
  return (
    <ScrollColumn>
      <Loaded query={set} what="the rubrics of this queue">
        {(found) =>
          found.version === null ? (
            <NotBegun />
          ) : (
            <>
              <SuccessFigures teamId={teamId} queueId={queueId} counts={queue.case_counts} />
              <Rubrics queueId={queueId} set={found} version={found.version} />
            </>
          )
        }
      </Loaded>
    </ScrollColumn>
  );
}

function NotBegun() {
  return (
    <EmptyState icon={Scale} title="No cases evaluated yet">
      When the first case handled by an agent closes, rubrics are generated from the instructions of the queue's agents. Every case is
      evaluated against them when it closes. You can change them here.
    </EmptyState>
  );
}

function Rubrics({ queueId, set, version }: { queueId: string; set: QueueRubricSet; version: number }) {
  const manages = useMay(createCaseQueueEvalRubric);
  const [open, setOpen] = useState<"add" | "replace">();
  const close = () => setOpen(undefined);
  const { rubrics, generating, version_created_at: since } = set;
  return (
    <Section
      title="Rubrics"
      description={
        <>
          Every case handled by an agent is evaluated against these when it closes. Version {version}
          {since ? (
            <>
              , since <Time at={since} />
            </>
          ) : null}
          .
        </>
      }
      aside={
        manages && rubrics.length < maxQueueRubrics ? (
          <Button icon={Plus} onClick={() => setOpen("add")}>
            Add rubric
          </Button>
        ) : null
      }
    >
      {generating ? (
        <p role="status" className="mb-3 text-sm text-ink-2">
          Generating rubrics from the instructions of the connected agents…
        </p>
      ) : null}
      {rubrics.length === 0 && !generating ? (
        <EmptyState icon={Scale} title="No rubrics" inline>
          No rubrics could be generated from the agents’ instructions. Add a rubric to evaluate the cases that close from then on.
        </EmptyState>
      ) : (
        <QueueRubricList queueId={queueId} rubrics={rubrics} manages={manages} />
      )}
      <p className="mt-3 text-sm text-ink-3">
        Generated rubrics are regenerated when the agents' revisions change. Yours do not change.
        {manages ? boundWords(rubrics.length) : " Managers and above can change them."}
      </p>
      {manages ? (
        <div className="mt-3">
          <Button size="sm" icon={ListRestart} onClick={() => setOpen("replace")}>
            Replace all
          </Button>
        </div>
      ) : null}
      <QueueRubricDialog open={open === "add"} onClose={close} queueId={queueId} />
      <ReplaceRubrics open={open === "replace"} onClose={close} queueId={queueId} rubrics={rubrics} />
    </Section>
  );
}

/** Why a button is not there, or does nothing. */
function boundWords(count: number): string {
  if (count === 1) return " The last rubric cannot be deleted. Edit it, or add another one first.";
  return count < maxQueueRubrics ? "" : ` ${maxQueueRubrics} is the maximum for a queue.`;
}
