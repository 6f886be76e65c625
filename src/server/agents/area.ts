import { resources } from "#contract/index.ts";
import { agentEvents } from "#contract/agents/events.ts";
import { area } from "#server/engine/area.ts";
import { accessHandlers } from "./access/access.ts";
import { agentExportHandlers } from "./agents/agent-export.ts";
import { agentHandlers } from "./agents/agents.ts";
import { assignHandlers } from "./assign/assign.ts";
import { automationBindingHandlers } from "./automations/automation-bindings.ts";
import { automationFlowHandlers } from "./automations/automation-flow.ts";
import { automationMemberHandlers } from "./automations/automation-members.ts";
import { automationRevisionHandlers } from "./automations/automation-revisions.ts";
import { automationTriggerHandlers } from "./automations/automation-triggers.ts";
import { automationHandlers } from "./automations/automations.ts";
import { codeBlobHandlers } from "./code/code-blobs.ts";
import { agentTieHandlers } from "./deletion/agent-ties.ts";
import { agentFolderHandlers } from "./folders/agent-folders.ts";
import { builderRunHandlers } from "./generation/builder-runs.ts";
import { memoryHandlers } from "./memory/memory.ts";
import { agentMoveHandlers } from "./move/move.ts";
import { preflightHandlers } from "./preflight/preflight.ts";
import { revisionHandlers } from "./revisions/revisions.ts";
import { evalRubricHandlers } from "./rubrics/eval-rubrics.ts";
import { evalScoreHandlers } from "./rubrics/eval-scores.ts";
import { slotHandlers } from "./slots/slots.ts";
import { slotPinHandlers } from "./slots/slot-pins.ts";
import { slotToolHandlers } from "./slots/slot-tools.ts";
import { programPart } from "./code/program-part.ts";
import { meansPart } from "./revisions/means-part.ts";
import { peersPart } from "./revisions/peers-part.ts";
import { rubricsPart } from "./rubrics/rubrics-part.ts";
import { slotsPart } from "./slots/slots-part.ts";
import { suggestionHandlers } from "./suggestions/suggestions.ts";
import { everyTenMinutes } from "#server/engine/work.ts";
import { removeUnnamedBlobs } from "./code/unnamed-blobs.ts";
import { generations } from "./generation/builder-queue.ts";
import { memoryCalls } from "./memory/program-calls.ts";
import { memoryDeleteTool, memoryListTool, memoryReadTool, memoryWriteTool } from "./memory/memory-tools.ts";
import { practiceBuilder } from "./generation/scripted-builder.ts";
import { moveJob } from "./move/move-job.ts";
import { agentOwners } from "./owners.ts";
import { waitingReviews } from "./generation/waiting-reviews.ts";
import { waitingSuggestions } from "./suggestions/waiting-suggestions.ts";

/** Agents with their revisions, what a revision has, and automations. */
export const agents = area({
  name: "agents",
  contract: resources,
  owns: agentOwners,
  waits: [waitingReviews, waitingSuggestions],
  events: agentEvents,
  handlers: {
    access: accessHandlers,
    agentFolders: agentFolderHandlers,
    agentMove: agentMoveHandlers,
    agentTies: agentTieHandlers,
    agentExport: agentExportHandlers,
    agents: agentHandlers,
    assign: assignHandlers,
    builderRuns: builderRunHandlers,
    automationBindings: automationBindingHandlers,
    automationFlow: automationFlowHandlers,
    automationRevisions: automationRevisionHandlers,
    automationTriggers: automationTriggerHandlers,
    automationMembers: automationMemberHandlers,
    automations: automationHandlers,
    codeBlobs: codeBlobHandlers,
    evalRubrics: evalRubricHandlers,
    evalScores: evalScoreHandlers,
    memory: memoryHandlers,
    preflight: preflightHandlers,
    revisions: revisionHandlers,
    slotPins: slotPinHandlers,
    slotTools: slotToolHandlers,
    slots: slotHandlers,
    suggestions: suggestionHandlers,
  },
  programCalls: memoryCalls,
  tools: [memoryListTool, memoryReadTool, memoryWriteTool, memoryDeleteTool],
  revisionParts: [slotsPart, rubricsPart, peersPart, programPart, meansPart],
  work: [generations],
  jobs: [moveJob],
  practice: [practiceBuilder],
  sweeps: [{ name: "program files", every: everyTenMinutes, start: (services) => () => removeUnnamedBlobs(services) }],
});
