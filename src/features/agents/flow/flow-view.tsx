import type { UseQueryResult } from "@tanstack/react-query";
import { Workflow } from "lucide-react";
import type { Flow } from "#contract/agents/automation-flow.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { FlowGraph } from "./flow-graph.tsx";
import { layOut } from "./flow-layout.ts";
import { FlowWords } from "./flow-words.tsx";
import { type CountedWork, FlowWork } from "./flow-work.tsx";

interface FlowViewProps {
  teamId: string;
  query: UseQueryResult<Flow>;
  /** `fails`: it could not be counted. */
  work?: CountedWork | "fails" | undefined;
}

/** Who passes work to whom, as a picture and in words. */
export function FlowView({ teamId, query, work }: FlowViewProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Loaded query={query} what="the flow of this automation">
        {(flow) => <Drawn teamId={teamId} flow={flow} work={work} />}
      </Loaded>
    </div>
  );
}

const noFigures: CountedWork["figures"] = new Map();

function Drawn({ teamId, flow, work }: { teamId: string; flow: Flow; work: FlowViewProps["work"] }) {
  const counted = work === "fails" ? undefined : work;
  const layout = layOut(
    [...flow.agents, ...flow.queues].map(({ id }) => id),
    flow.edges,
  );
  if (flow.edges.length === 0)
    return (
      <EmptyState icon={Workflow} title="Nothing is connected">
        Arrows appear once a live revision adds cases to a queue, handles cases from one, or hands work to another agent.
        {flow.agents.length + flow.queues.length > 0
          ? ` Members: ${[...flow.agents, ...flow.queues].map(({ name }) => name).join(", ")}.`
          : ""}
      </EmptyState>
    );
  return (
    <>
      {layout.routes.length > 0 ? <FlowGraph teamId={teamId} flow={flow} layout={layout} figures={counted?.figures ?? noFigures} /> : null}
      <FlowWords teamId={teamId} flow={flow} alone={layout.alone} loops={layout.loops}>
        {counted ? <FlowWork flow={flow} work={counted} /> : null}
        {work === "fails" ? <p>How much work there is could not be counted.</p> : null}
      </FlowWords>
    </>
  );
}
