import { useQuery } from "@tanstack/react-query";
import { lanesOf, modeOf } from "#contract/clarity/flow/lanes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { ModeMark } from "#features/clarity/mode-mark.tsx";
import { PanelSection } from "#features/clarity/panel-section.tsx";
import { requestsRead } from "#features/clarity/queries.ts";
import { readinessWords } from "#features/clarity/step-words.ts";
import { Status } from "#ui/status.tsx";
import { type AskingProps, RequestItem } from "./request-item.tsx";

interface StepReadinessProps extends AskingProps {
  proposalId: string;
  steps: readonly Step[];
  step: Step;
}

/** Who does a step once an agent has the process, how ready it is, and what is asked about it. */
export function StepReadiness({ proposalId, steps, step, ...asking }: StepReadinessProps) {
  const requests = useQuery(requestsRead(asking.processId, proposalId));
  const mode = modeOf(step, lanesOf(steps).get(step.id));
  const request = requests.data?.requests.find(({ id }) => id === step.extraCaptureNeeded?.id);
  return (
    <>
      {mode ? (
        <PanelSection title="Who does it">
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <ModeMark mode={mode} />
            {step.readiness ? (
              <span className="flex items-center gap-1.5">
                <span className="text-ink-3">Readiness</span> <Status {...readinessWords[step.readiness]} />
              </span>
            ) : null}
          </p>
          {step.readinessRationale ? <p className="mt-1 text-sm break-words text-ink-2">{step.readinessRationale}</p> : null}
          <p className="mt-1 text-xs text-ink-3">It follows from the type and the role of the step.</p>
        </PanelSection>
      ) : null}
      {request ? (
        <PanelSection title="Asked for">
          <RequestItem {...asking} request={request} />
        </PanelSection>
      ) : null}
    </>
  );
}
