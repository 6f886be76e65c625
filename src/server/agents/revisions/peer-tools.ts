import { text } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { type Peer, startChild } from "#server/engine/tools/child-runs.ts";
import { handCaseOver } from "#server/queues/dispatch/own-case.ts";
import { takenOver } from "#server/engine/tools/handover.ts";
import { listed, peerNamed, type PeersOfRun } from "./peers.ts";
import { type Tool, tool } from "#server/engine/tools/tool.ts";

const handoverMessage = text(1, 100_000);

/** The tools that lead to the agents a revision names. They are made for a run: models are told which agents there are. */
export function peerTools({ targets, subAgents }: PeersOfRun): Tool[] {
  return [...(targets ? [requestHandover(targets)] : []), ...(subAgents ? [askAgent(subAgents)] : [])];
}

function parameters(peers: readonly Peer[]) {
  return z.strictObject({
    agent: text(1, 200).describe(`Name or id of one of: ${listed(peers)}`),
    message: handoverMessage.describe("Everything that agent needs to know: it sees nothing of this conversation"),
  });
}

function requestHandover(targets: readonly Peer[]): Tool {
  return tool({
    name: "request_handover",
    type: "handover",
    effect: "end",
    description: `Hand the work over to another agent, which continues in a run of its own, with the case if you work on one. Your run ends with it. Agents: ${listed(targets)}.`,
    parameters: parameters(targets),
    offered: targets.length > 0,
    async execute(tx, { agent, message }, { run, callId, services }) {
      const peer = peerNamed(targets, agent);
      const handed = await handCaseOver(tx, run, peer, run.secrets.redactor.text(message));
      if (handed) return { agent: peer.name, case_id: handed };
      return takenOver(peer, await startChild(tx, run, peer, { kind: "handover", callId, message, most: services.config.mostDescendants }));
    },
  });
}

function askAgent(subAgents: readonly Peer[]): Tool {
  return tool({
    name: "ask_agent",
    type: "handover",
    effect: "delegate",
    description: `Let another agent do a part of the work and wait for its answer. Agents: ${listed(subAgents)}.`,
    parameters: parameters(subAgents),
    offered: subAgents.length > 0,
    async begin(tx, { agent, message }, { run, callId, services }) {
      const most = services.config.mostDescendants;
      await startChild(tx, run, peerNamed(subAgents, agent), { kind: "sub_agent", callId, message, most });
    },
  });
}
