import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { sampleRead } from "#api/sample.ts";
import { loadSampleWorkspace, removeSampleWorkspace, type SampleWorkspace } from "#contract/teams/sample.ts";
import { Block } from "#ui/block.tsx";
import { Button } from "#ui/button.tsx";
import { Progress } from "#ui/progress.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { toastFailed } from "#ui/toast.ts";
import { RemoveSample } from "./home-page-sample-removal.tsx";

interface SampleBlockProps {
  teamId: string;
  /** Whether it is offered where there is none; else the command palette offers it. */
  offers?: boolean;
}

/** The sample workspace of a team: how far it is, and how it comes and goes. */
export function SampleBlock({ teamId, offers = false }: SampleBlockProps) {
  const may = useMay(loadSampleWorkspace);
  const sample = useQuery({ ...sampleRead(teamId), enabled: may }).data;
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const show = (told: SampleWorkspace) => void client.setQueryData(sampleRead(teamId).queryKey, told);
  const load = useWrite(loadSampleWorkspace, { onSuccess: show });
  const remove = useWrite(removeSampleWorkspace, { onSuccess: show });
  const params = { teamId };
  const start = () => load.mutate({ params }, { onError: toastFailed });
  const status = may ? sample?.status : undefined;
  usePageActions(
    status === "absent"
      ? [{ id: "load-sample", label: "Load the sample workspace", run: start }]
      : status === "loaded" || status === "load_failed"
        ? [{ id: "remove-sample", label: "Remove the sample workspace…", run: () => setAsking(true) }]
        : [],
  );
  if (!may || !sample || (status === "absent" && !offers)) return null;
  const tryAgain = (pending: boolean, run: () => void) => (
    <Button pending={pending} onClick={run}>
      Try again
    </Button>
  );
  return (
    <Block title="Sample workspace">
      <div aria-live="polite" className="flex flex-col items-start gap-2 text-sm text-ink-2">
        <State sample={sample} />
        <div className="flex flex-wrap gap-2">
          {status === "absent" ? (
            <Button pending={load.isPending} onClick={start}>
              Load sample workspace
            </Button>
          ) : null}
          {status === "load_failed" ? tryAgain(load.isPending, start) : null}
          {status === "loaded" || status === "load_failed" ? <Button onClick={() => setAsking(true)}>Remove…</Button> : null}
          {status === "removal_failed" ? tryAgain(remove.isPending, () => remove.mutate({ params }, { onError: toastFailed })) : null}
        </div>
      </div>
      <RemoveSample teamId={teamId} open={asking} onClose={() => setAsking(false)} onRemove={() => remove.mutateAsync({ params })} />
    </Block>
  );
}

function State({ sample: { status, done, parts, error } }: { sample: SampleWorkspace }) {
  switch (status) {
    case "absent":
      return (
        <p>
          Nine agents at work on 500 invoices, with queues, dashboards and a process. They run without a model of yours, and you can remove
          all of it in one step.
        </p>
      );
    case "loading":
      return (
        <>
          <p>
            Loading{parts > 0 ? `, ${done} of ${parts} parts done` : ""}. It continues when you leave this page.
            {error === null ? "" : " The last try failed and is repeated:"}
          </p>
          {error === null ? null : <p className="break-words text-ink">{error}</p>}
          <Progress label="Loading the sample workspace" {...(parts > 0 ? { value: done, max: parts } : {})} />
        </>
      );
    case "loaded":
      return <p>Its agents, queues, dashboards and process are in this team. Remove all of it when you no longer need it.</p>;
    case "load_failed":
      return (
        <>
          <p className="font-medium text-failed">It could not be loaded.</p>
          <p className="break-words">{error}</p>
        </>
      );
    case "removing":
      return (
        <>
          <p>Removing. It continues when you leave this page.</p>
          <Progress label="Removing the sample workspace" />
        </>
      );
    default:
      return (
        <>
          <p className="font-medium text-failed">It could not be removed to the end.</p>
          <p className="break-words">{error}</p>
        </>
      );
  }
}
