import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { pathTo } from "#api/path-to.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { getClarityAutomation } from "#contract/clarity/automation.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { toldSteps } from "#contract/clarity/handover/agent-instructions.ts";
import type { Step } from "#contract/clarity/step.ts";
import { automationRead, membersRead, snapshotRead } from "#features/clarity/queries.ts";
import { numberOf, type Version } from "#features/clarity/version-words.ts";
import { AnyLink } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { useMedia } from "#ui/media.ts";
import { Status } from "#ui/status.tsx";
import { HandoverCounts } from "./handover-counts.tsx";
import { HandoverSide } from "./handover-side.tsx";
import { HandoverSteps } from "./handover-steps.tsx";
import { checksBySteps } from "./handover-words.ts";
import { ToldStepPart } from "./told-step.tsx";

interface HandoverViewProps {
  teamId: string;
  process: { readonly id: string; readonly name: string };
  captures: readonly ClarityCapture[];
  /** The newest first. */
  proposals: readonly Version[];
  chosen: string | undefined;
  onChoose: (stepId: string | undefined) => void;
  /** Beside the steps: what else is settled at a handover. */
  children?: ReactNode;
}

/** What is handed over: who does each step, what the agent is told, and what it still lacks. */
export function HandoverView({ process, captures, ...rest }: HandoverViewProps) {
  const handover = useQuery(automationRead(process.id));
  const proposal = handover.data?.proposal_id ?? "";
  const snapshot = useQuery({
    ...snapshotRead(process.id, "transformation_proposal", proposal, captures),
    enabled: proposal !== "",
  });
  return (
    <Loaded query={handover} what="this handover">
      {(found) => (
        <Loaded query={snapshot} what="this proposal">
          {({ snapshot: { data } }) => <Handover steps={data.steps} processId={process.id} handover={found} {...rest} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface HandoverProps extends Omit<HandoverViewProps, "process" | "captures"> {
  processId: string;
  steps: readonly Step[];
  handover: Reply<typeof getClarityAutomation>;
}

function Handover({ teamId, processId, proposals, steps, handover, chosen, onChoose, children }: HandoverProps) {
  const narrow = useMedia("(max-width: 1199px)");
  const members = useQuery(membersRead(teamId)).data ?? [];
  const told = useMemo(() => new Map(toldSteps(steps).map((one) => [one.stepId, one])), [steps]);
  const checks = useMemo(() => checksBySteps(handover.checks), [handover.checks]);
  const shown = steps.find(({ id }) => id === chosen) ?? steps.find(({ id }) => told.has(id)) ?? steps[0];
  const toldPart = shown ? (
    <ToldStepPart {...{ teamId, processId }} step={shown} number={steps.indexOf(shown) + 1} told={told.get(shown.id)} />
  ) : null;
  const proposal = proposals.find(({ id }) => id === handover.proposal_id);
  return (
    <>
      {proposal && proposal.status !== "live" ? (
        <div
          role="status"
          className="flex shrink-0 items-start gap-1.5 border-b border-line bg-waiting-soft px-4 py-1.5 text-sm text-waiting md:px-5"
        >
          <Status look="asks" word="Not live" iconOnly />
          <p className="min-w-0 flex-1">
            Proposal {numberOf(proposals, proposal.id)} is not live. Make it live to build its draft.{" "}
            <AnyLink
              link={pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId }, { tab: "proposal", shown: proposal.id })}
              className="font-medium underline underline-offset-2"
            >
              Open the proposal
            </AnyLink>
          </p>
        </div>
      ) : null}
      <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-y-auto lg:flex-row">
        <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:shrink-0 max-lg:basis-auto">
          <HandoverCounts steps={steps} handover={handover} />
          <div className="lg:min-h-40 lg:flex-1 lg:overflow-y-auto">
            <HandoverSteps steps={steps} checks={checks} chosen={shown?.id} narrow={narrow} told={toldPart} onChoose={onChoose} />
          </div>
          {narrow ? null : <div className="max-h-[45%] shrink-0 overflow-y-auto border-t border-line">{toldPart}</div>}
        </div>
        <HandoverSide teamId={teamId} processId={processId} steps={steps} handover={handover} members={members}>
          {children}
        </HandoverSide>
      </div>
    </>
  );
}
