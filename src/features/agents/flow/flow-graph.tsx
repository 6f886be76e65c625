import { pathTo } from "#api/path-to.ts";
import { Bot, FileCode2, Layers } from "lucide-react";
import { useId, useState } from "react";
import type { Flow, FlowAgent, FlowEdge, FlowQueue } from "#contract/agents/automation-flow.ts";
import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";
import { nodeHeight } from "./flow-columns.ts";
import { type Layout, nodeWidth } from "./flow-layout.ts";
import { Figure, type NodeFigure } from "./node-figure.tsx";

interface FlowGraphProps {
  teamId: string;
  flow: Flow;
  layout: Layout<FlowEdge>;
  figures: ReadonlyMap<string, readonly NodeFigure[]>;
}

/** Agents and queues as links, with arrows between them. Those of the node under the pointer or the focus stand out. */
export function FlowGraph({ teamId, flow, layout, figures }: FlowGraphProps) {
  const id = useId();
  const [pointed, setPointed] = useState<string>();
  const agents = new Map(flow.agents.map((agent) => [agent.id, agent]));
  const queues = new Map(flow.queues.map((queue) => [queue.id, queue]));
  const of = (arrow: FlowEdge) => pointed === arrow.from || pointed === arrow.to;
  return (
    <section aria-label="Flow" className="border-b border-line">
      <div className="fade-ends overflow-x-auto p-1 md:px-4">
        <div className="relative" style={{ width: layout.width, height: layout.height }}>
          <svg aria-hidden width={layout.width} height={layout.height} className="absolute inset-0">
            <Head id={`${id}plain`} className="fill-ink-3" />
            <Head id={`${id}pointed`} className="fill-accent-ink" />
            {layout.routes.map(({ arrow, path }) => (
              <path
                key={`${arrow.type} ${arrow.from} ${arrow.to}`}
                d={path}
                markerEnd={`url(#${id}${of(arrow) ? "pointed" : "plain"})`}
                strokeDasharray={dashes[strokeOf(arrow)]}
                className={cx("fill-none stroke-[1.5]", of(arrow) ? "stroke-accent-ink" : "stroke-ink-3")}
              />
            ))}
          </svg>
          <ul>
            {[...layout.places].map(([nodeId, { x, y }]) => (
              <li key={nodeId} className="absolute" style={{ left: x, top: y, width: nodeWidth, height: nodeHeight }}>
                <Node
                  teamId={teamId}
                  agent={agents.get(nodeId)}
                  queue={queues.get(nodeId)}
                  figures={figures.get(nodeId) ?? []}
                  onPoint={(on) => setPointed((now) => (on ? nodeId : now === nodeId ? undefined : now))}
                />
              </li>
            ))}
          </ul>
        </div>
      </div>
      <p className="flex flex-wrap gap-x-5 gap-y-1 px-3 pb-3 text-xs text-ink-3 md:px-5">
        <span className="inline-flex items-center gap-2">
          <Stroke of="work" /> adds cases, is started by the queue
        </span>
        <span className="inline-flex items-center gap-2">
          <Stroke of="idle" /> handles cases, not started by the queue
        </span>
        <span className="inline-flex items-center gap-2">
          <Stroke of="handover" /> hands off work
        </span>
      </p>
    </section>
  );
}

interface NodeProps {
  teamId: string;
  agent: FlowAgent | undefined;
  queue: FlowQueue | undefined;
  figures: readonly NodeFigure[];
  onPoint: (on: boolean) => void;
}

function Node({ teamId, agent, queue, figures, onPoint }: NodeProps) {
  const node = agent ?? queue;
  if (!node) return null;
  const Icon = queue ? Layers : agent?.type === "code" ? FileCode2 : Bot;
  return (
    <div
      onPointerEnter={() => onPoint(true)}
      onPointerLeave={() => onPoint(false)}
      onFocus={() => onPoint(true)}
      onBlur={() => onPoint(false)}
      className={cx(
        "relative flex size-full items-center gap-2 border px-3 transition-colors hover:bg-hover",
        queue ? "rounded-full bg-sunken" : "rounded-md bg-surface",
        node.member ? "border-line-strong" : "border-dashed border-control",
      )}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
      <div className="flex min-w-0 flex-1 flex-col">
        <AnyLink
          link={
            queue
              ? pathTo("/t/$teamId/queues/$queueId", { teamId, queueId: node.id })
              : pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: node.id })
          }
          title={node.name}
          className="truncate text-sm font-medium after:absolute after:inset-0 after:rounded-[inherit] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-(--focus)"
        >
          {node.name}
        </AnyLink>
        <p className="flex gap-2 text-xs whitespace-nowrap text-ink-3">
          <span className="truncate">{agent ? agentState(agent) : queue ? queueState(queue) : ""}</span>
          {figures.map((figure) => (
            <Figure key={figure.kind} figure={figure} className="relative" />
          ))}
        </p>
      </div>
    </div>
  );
}

function agentState({ member, build_number: number }: FlowAgent): string {
  if (!member) return "Outside";
  return number === null ? "Not running" : `Revision ${number.toLocaleString("en")}`;
}

function queueState({ member, enabled }: FlowQueue): string {
  if (!member) return "Outside";
  return enabled ? "Queue" : "Paused or not routed";
}

function Head({ id, className }: { id: string; className: string }) {
  return (
    <marker id={id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">
      <path d="M0 0 L8 4 L0 8 Z" className={className} />
    </marker>
  );
}

const dashes = { work: undefined, idle: "1 4", handover: "6 4" };

function strokeOf({ type, starts }: FlowEdge): keyof typeof dashes {
  if (type === "handover") return type;
  return type === "consumer" && !starts ? "idle" : "work";
}

function Stroke({ of }: { of: keyof typeof dashes }) {
  return (
    <svg aria-hidden width="32" height="8">
      <path d="M0 4 H26" strokeDasharray={dashes[of]} className="fill-none stroke-ink-3 stroke-[1.5]" />
      <path d="M24 0 L32 4 L24 8 Z" className="fill-ink-3" />
    </svg>
  );
}
