import { clarityEvents } from "#contract/clarity/events.ts";
import { resources } from "#contract/index.ts";
import { area } from "#server/engine/area.ts";
import { everyTenMinutes } from "#server/engine/work.ts";
import { clarityAutomationHandlers } from "./automation/automation.ts";
import { captureUpload } from "./captures/capture-upload.ts";
import { removeStaleCaptures } from "./captures/captures.store.ts";
import { clarityArtifactImportHandlers } from "./captures/artifact-imports.ts";
import { clarityCaptureHandlers } from "./captures/captures.ts";
import { clarityDrawingHandlers } from "./drawing/drawings.ts";
import { clarityChatHandlers } from "./chat/chat.ts";
import { practiceEditor } from "./chat/practice-editor.ts";
import { clarityExportWork } from "./exports/export-queue.ts";
import { clarityExportHandlers } from "./exports/exports.ts";
import { clarityExtraCaptureHandlers } from "./extra-captures/extra-captures.ts";
import { waitingCaptures } from "./extra-captures/waiting-captures.ts";
import { clarityGenerationHandlers } from "./generation/generation.ts";
import { clarityGenerationWork } from "./generation/generation-queue.ts";
import { practiceSummary } from "./generation/practice-summary.ts";
import { practiceWriter } from "./generation/practice-writer.ts";
import { clarityGuestHandlers } from "./interviews/guests.ts";
import { clarityInterviewHandlers } from "./interviews/interviews.ts";
import { clarityInviteLinkHandlers } from "./interviews/invite-links.ts";
import { practiceInterviewer } from "./interviews/practice-interviewer.ts";
import { clarityLabelHandlers } from "./labels/labels.ts";
import { clarityProcessLabelHandlers } from "./labels/process-labels.ts";
import { clarityLandscapeHandlers } from "./landscape/landscape.ts";
import { clarityLinkHandlers } from "./landscape/links.ts";
import { clarityNodeHandlers } from "./landscape/nodes.ts";
import { clarityPeopleHandlers } from "./landscape/people.ts";
import { clarityLegacyHandlers } from "./legacy/legacy.ts";
import { clarityOrganizingHandlers } from "./organizing/organizing.ts";
import { landscapePasses } from "./organizing/pass-work.ts";
import { clarityAchievedHandlers } from "./measuring/achieved.ts";
import { practiceOrganizer } from "./organizing/practice-organizer.ts";
import { clarityPromiseHandlers } from "./promise/promise.ts";
import { clarityOwners } from "./owners.ts";
import { clarityProcessHandlers } from "./processes/processes.ts";
import { claritySummaryHandlers } from "./processes/summaries.ts";
import { practiceProposalWords } from "./proposals/practice-proposal-words.ts";
import { practiceProposer } from "./proposals/practice-proposer.ts";
import { claritySnapshotHandlers } from "./snapshots/snapshots.ts";
import { clarityStepRunHandlers } from "./step-runs/step-runs.ts";

/** How work is done today, with what was collected about it, and where each process is among the others. */
export const clarity = area({
  name: "clarity",
  contract: resources,
  owns: clarityOwners,
  events: clarityEvents,
  handlers: {
    clarityAchieved: clarityAchievedHandlers,
    clarityArtifactImports: clarityArtifactImportHandlers,
    clarityAutomation: clarityAutomationHandlers,
    clarityCaptures: clarityCaptureHandlers,
    clarityDrawings: clarityDrawingHandlers,
    clarityChat: clarityChatHandlers,
    clarityExports: clarityExportHandlers,
    clarityExtraCaptures: clarityExtraCaptureHandlers,
    clarityGeneration: clarityGenerationHandlers,
    clarityGuests: clarityGuestHandlers,
    clarityInterviews: clarityInterviewHandlers,
    clarityInviteLinks: clarityInviteLinkHandlers,
    clarityLabels: clarityLabelHandlers,
    clarityLandscape: clarityLandscapeHandlers,
    clarityLegacy: clarityLegacyHandlers,
    clarityLinks: clarityLinkHandlers,
    clarityNodes: clarityNodeHandlers,
    clarityOrganizing: clarityOrganizingHandlers,
    clarityPeople: clarityPeopleHandlers,
    clarityProcessLabels: clarityProcessLabelHandlers,
    clarityPromise: clarityPromiseHandlers,
    clarityProcesses: clarityProcessHandlers,
    claritySnapshots: claritySnapshotHandlers,
    clarityStepRuns: clarityStepRunHandlers,
    claritySummaries: claritySummaryHandlers,
  },
  uploads: [captureUpload],
  work: [clarityGenerationWork, clarityExportWork],
  sweeps: [
    landscapePasses,
    { name: "captures", every: everyTenMinutes, start: (services, closed) => () => removeStaleCaptures(services, closed) },
  ],
  practice: [
    practiceEditor,
    practiceInterviewer,
    practiceOrganizer,
    practiceProposalWords,
    practiceProposer,
    practiceSummary,
    practiceWriter,
  ],
  waits: [waitingCaptures],
});
