import { useQuery } from "@tanstack/react-query";
import { ListRestart, Plus, Scale } from "lucide-react";
import { useState } from "react";
import { useMay } from "#api/roles.ts";
import { maxQueueRubrics, type QueueRubricSet } from "#contract/queues/queue-rubrics.ts";
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
    <EmptyState icon={Scale} title="No case was judged yet">
      When the first case that an agent worked on comes to its end, rubrics are made from the instructions of the agents of this queue.
      Every case is judged by them when it ends, and you can change them here.
    </EmptyState>
  );
}

function Rubrics({ queueId, set, version }: { queueId: string; set: QueueRubricSet; version: number }) {
  const manages = useMay("team:manager");
  const [open, setOpen] = useState<"add" | "replace">();
  const close = () => setOpen(undefined);
  const { rubrics, generating, version_created_at: since } = set;
  return (
    <Section
      title="Rubrics"
      description={
        <>
          Every case that an agent worked on is judged by these when it ends. Version {version}
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
          Rubrics are being made from the instructions of the connected agents…
        </p>
      ) : null}
      {rubrics.length === 0 && !generating ? (
        <EmptyState icon={Scale} title="No rubric could be made" inline>
          The model that makes them could not be asked. It is tried again when the next case ends; until then cases are not judged, unless
          somebody adds a rubric.
        </EmptyState>
      ) : (
        <QueueRubricList queueId={queueId} rubrics={rubrics} manages={manages} />
      )}
      <p className="mt-3 text-sm text-ink-3">
        Rubrics that were made from instructions are made anew when the agents' revisions change. Yours stay as you wrote them.
        {manages ? boundWords(rubrics.length) : " Managers and above change them."}
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
  if (count === 1) return " The last one stays: edit it, or add another one first.";
  return count < maxQueueRubrics ? "" : ` ${maxQueueRubrics} are the most that a queue has.`;
}
