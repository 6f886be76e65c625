import { randomUUID } from "node:crypto";
import { putOn } from "#server/clarity/labels/labels.store.ts";
import { patchProcess } from "#server/clarity/processes/processes.store.ts";
import { findLive } from "#server/clarity/snapshots/snapshots.store.ts";
import {
  captureOf,
  draftOf,
  processLabelOf,
  processMap,
  processMapOf,
  processOf,
  uploadedOf,
  versionOf,
} from "#server/gates/stage/clarity.ts";
import { onlyContributes } from "#contract/roles.ts";
import { conversationOf, editOf } from "#server/gates/stage/clarity-chat.ts";
import { exportableFile, exportOf, signavioConnectionOf } from "#server/gates/stage/clarity-exports.ts";
import { askedOf, doneOf } from "#server/gates/stage/clarity-proposals.ts";
import { checking, wordySteps } from "#server/gates/stage/clarity-steps.ts";
import { roleIn, type Stage } from "#server/gates/stage/stage.ts";
import { furtherTeamOf, organizationOf } from "#server/gates/stage/teams.ts";
import { type Examples, page } from "./example.ts";
import { clarityInterviewExamples } from "./clarity-interviews.ts";
import { clarityLandscapeExamples } from "./clarity-landscape.ts";
import { clarityPromiseExamples } from "./clarity-promise.ts";
import { clarityProposalExamples } from "./clarity-proposals.ts";

const dbOf = (stage: Stage) => stage.service.app.services.store.db;

const ofProcess = async (stage: Stage) => ({ params: { process_id: await processOf(stage) } });
const ofTeam = async (stage: Stage) => {
  await processOf(stage);
  return { params: { teamId: stage.teamId } };
};

/** The organization, in one of whose teams the caller is a Manager. */
const ofLandscape = async (stage: Stage) => {
  await furtherTeamOf(stage);
  return { params: { orgId: await organizationOf(stage) } };
};

const ofLabel = async (stage: Stage) => {
  const { orgId, labelId } = await processLabelOf(stage);
  return { params: { orgId, labelId } };
};

/** A process of the caller's team with a label, and a label that it does not have. */
async function labeledOf(stage: Stage) {
  const id = await processOf(stage);
  const [on, other] = [await processLabelOf(stage), await processLabelOf(stage)];
  await putOn(dbOf(stage), id, [on.labelId]);
  return { id, on: on.labelId, other: other.labelId };
}

async function legacyOf(stage: Stage) {
  const id = await processOf(stage);
  await patchProcess(dbOf(stage), id, { version: 1, status: "review", analysis: { steps: [{ title: "Check" }] } });
  return { params: { id } };
}

const ofCapture = async (stage: Stage) => ({ params: await captureOf(stage) });
const ofCaptureInOldWords = async (stage: Stage) => {
  const { process_id: id, capture_id: captureId } = await captureOf(stage);
  return { params: { id, captureId } };
};

/** Where a step leads is compared with the ids of the steps. */
const targetPatterns = [0, 1, 2].flatMap((kind) => [`body.steps[]|${kind}.targetSteps`, `body.steps[]|${kind}.targetSteps[].stepId`]);

/** A draft beside the live version. */
const drawnBeside = async (stage: Stage) => {
  const params = await draftOf(stage);
  const live = await findLive(dbOf(stage), params.process_id, "current_process");
  return { params, query: { beside: live?.id } };
};

const ofVersion = async (stage: Stage) => ({ params: await versionOf(stage) });

export const clarityExamples: Examples<
  | "clarityArtifactImports"
  | "clarityCaptures"
  | "clarityDrawings"
  | "clarityChat"
  | "clarityExports"
  | "clarityAutomation"
  | "clarityExtraCaptures"
  | "clarityGeneration"
  | "clarityGuests"
  | "clarityInterviews"
  | "clarityInviteLinks"
  | "clarityLabels"
  | "clarityLandscape"
  | "clarityLegacy"
  | "clarityLinks"
  | "clarityNodes"
  | "clarityOrganizing"
  | "clarityAchieved"
  | "clarityPeople"
  | "clarityPromise"
  | "clarityProcesses"
  | "clarityProcessLabels"
  | "claritySnapshots"
  | "clarityStepRuns"
  | "claritySummaries"
> = {
  ...clarityInterviewExamples,
  ...clarityLandscapeExamples,
  ...clarityPromiseExamples,
  ...clarityProposalExamples,
  clarityStepRuns: {
    listClarityStepRuns: {
      input: async (stage) => ({ params: { process_id: await doneOf(stage) }, query: { ...page, step_id: "check" } }),
      also: (_stage, { params }) => [{ params, query: { ...page, step_id: "check", failed: "true" as const } }],
    },
  },
  clarityArtifactImports: {
    createClarityArtifactImportUploadUrl: {
      input: async (stage) => {
        const { process_id, request_id: extra_capture_request_id } = await askedOf(stage);
        return { params: { process_id }, body: { file_name: "pay.xml", content_type: "text/xml" as const, extra_capture_request_id } };
      },
      // A file is what its name says.
      compared: ["body.content_type"],
    },
    completeClarityArtifactImport: {
      input: async (stage) => ({
        params: await uploadedOf(stage, processMap),
        body: { file_name: "pay.xml", content_type: "text/xml" as const },
      }),
      // A file is what its bytes say.
      compared: ["body.content_type"],
    },
    listClarityCaptureFindings: { input: async (stage) => ({ params: await processMapOf(stage) }) },
  },
  clarityCaptures: {
    createClarityCaptureUploadUrl: {
      input: async (stage) => {
        const { process_id, request_id: extra_capture_request_id } = await askedOf(stage);
        return { params: { process_id }, body: { file_name: "work.txt", extra_capture_request_id } };
      },
      also: (_stage, { params }) => [
        { params, body: { file_name: "work.mp4", transcript: "00:01.000 --> 00:02.000\nClerk: check invoice" } },
      ],
      compared: ["body.transcript"],
    },
    completeClarityCapture: { input: async (stage) => ({ params: await uploadedOf(stage) }) },
    getClarityCapture: { input: ofCapture },
    getClarityCaptureDownloadUrl: { input: ofCapture },
    listClarityEvidence: { input: async (stage) => ({ ...(await ofCapture(stage)), query: { ...page, search: "invoice" } }) },
    previewClarityCaptureDeletion: { input: ofCaptureInOldWords },
    deleteClarityCapture: { input: ofCaptureInOldWords, owned: "forbidden" },
  },
  clarityDrawings: {
    getClarityProcessBpmn: { input: drawnBeside },
    getClarityProcessDrawing: { input: drawnBeside },
  },
  clarityChat: {
    listClarityArtifactChatConversations: {
      input: async (stage) => {
        const { process_id } = await conversationOf(stage);
        return { params: { process_id }, query: { snapshot_kind: "current_process" as const } };
      },
    },
    getClarityArtifactChatMessages: {
      input: async (stage) => {
        const { process_id, conversation_id } = await editOf(stage);
        return { params: { process_id, conversation_id } };
      },
    },
    sendClarityArtifactChatMessage: {
      input: async (stage) => {
        const { process_id, conversation_id, snapshot_id } = await conversationOf(stage);
        const about = { snapshot_kind: "current_process" as const, baseline_snapshot_id: snapshot_id };
        return { params: { process_id }, body: { ...about, conversation_id, content: "rename check to Compare it" } };
      },
      also: (_stage, { params, body: { content: _, ...about } }) => [{ params, body: { ...about, answers: { "Which role?": "Owner" } } }],
      // Either this or the answers.
      compared: ["body.content"],
    },
    decideClarityArtifactChatPatch: {
      input: async (stage) => {
        const { process_id, message_id } = await editOf(stage);
        return { params: { process_id, message_id }, body: { decision: "accept" as const } };
      },
    },
  },
  clarityExports: {
    startClarityExport: {
      input: async (stage) => ({
        params: { teamId: stage.teamId },
        body: {
          processId: await processOf(stage),
          connectionInstanceId: await signavioConnectionOf(stage),
          bpmnXml: exportableFile(),
          processOwnerRef: "/glossary/owner",
          processApproverRef: "/glossary/approver",
        },
      }),
      // A file is what it says.
      compared: ["body.bpmnXml"],
    },
    getClarityExport: { input: async (stage) => ({ params: { id: (await exportOf(stage)).id } }) },
    listActiveClarityExports: {
      input: async (stage) => {
        await exportOf(stage);
        return { params: { teamId: stage.teamId } };
      },
    },
    listClarityProcessExports: { input: async (stage) => ({ params: { process_id: (await exportOf(stage)).process_id } }) },
  },
  claritySnapshots: {
    listClarityProcessSnapshots: {
      input: async (stage) => ({ params: { process_id: await processOf(stage), kind: "current_process" as const }, query: page }),
    },
    // Drafts are not for whoever only contributes.
    getClarityProcessSnapshot: {
      input: async (stage) => ({ params: await (onlyContributes(roleIn(stage)) ? versionOf : draftOf)(stage) }),
    },
    saveClarityProcessSnapshot: {
      // A proposal says which version it changes, and what that may bring.
      input: async (stage) => {
        const { process_id, capture_id } = await captureOf(stage);
        const db = dbOf(stage);
        const [current, proposal] = [
          await findLive(db, process_id, "current_process"),
          await findLive(db, process_id, "transformation_proposal"),
        ];
        const said = { clarityCurrentProcessId: current?.id ?? "", summary: "A clerk checks it.", projectedImpact: "An hour a day" };
        const source = { attribution: "Clerk", excerpt: "check invoice", captureId: capture_id };
        const body = { steps: checking(source), baselineSnapshotId: proposal?.id ?? "", ...said };
        return { params: { process_id, kind: "transformation_proposal" as const }, body };
      },
      also: (_stage, { params, body }) => {
        const point = ["It is short"];
        const swot = { strengths: point, weaknesses: point, opportunities: point, threats: point };
        const { summary = null, clarityCurrentProcessId = "" } = body;
        const captureId = body.steps.flatMap(({ sources }) => sources)[0]?.captureId ?? "";
        const saved = { steps: wordySteps(captureId), summary, baselineSnapshotId: clarityCurrentProcessId, swot };
        return [{ params: { ...params, kind: "current_process" as const }, body: saved }];
      },
      compared: targetPatterns,
    },
    promoteClarityProcessSnapshot: { input: async (stage) => ({ params: await draftOf(stage) }) },
    revertClarityProcessSnapshot: { input: ofVersion },
  },
  clarityOrganizing: {
    generateClarityProcessLandscape: {
      input: ofLandscape,
      ends: { code: "forbidden", because: "Nobody in it owns the organization." },
    },
    organizeClarityProcessLandscape: { input: ofLandscape, alone: true },
  },
  clarityProcesses: {
    listClarityProcesses: {
      input: async (stage) => ({ ...(await ofTeam(stage)), query: { ...page, search: "pay", status: "complete" as const, version: 2 } }),
    },
    createClarityProcess: {
      input: (stage) => ({
        params: { teamId: stage.teamId },
        body: { name: "Pay an invoice", version: 1, analysis: { steps: [{ title: "Check" }] } },
      }),
      also: (_stage, { params }) => [{ params, body: {} }],
    },
    getClarityProcess: { input: async (stage) => ({ ...(await ofProcess(stage)), query: { captures: "lite" as const } }) },
    updateClarityProcess: {
      input: async (stage) => ({
        ...(await ofProcess(stage)),
        body: { name: "Pay a supplier", visibility: "restricted" as const, custom_prompt: "Keep it short" },
      }),
    },
    deleteClarityProcess: { input: ofProcess },
    duplicateClarityProcess: { input: ofProcess },
  },
  claritySummaries: {
    listClarityProcessSummaries: {
      input: async (stage) => ({
        ...(await ofTeam(stage)),
        query: { ...page, detail: "skeleton" as const, include_current_steps: "true" as const },
      }),
    },
  },
  clarityLabels: {
    listClarityProcessLabels: {
      input: async (stage) => ({ params: { orgId: (await processLabelOf(stage)).orgId }, query: { ...page, search: "audited" } }),
    },
    createClarityProcessLabel: {
      input: async (stage) => ({ ...(await ofLandscape(stage)), body: { value: `Label ${randomUUID()}`, colorHue: 90 } }),
    },
    updateClarityProcessLabel: {
      input: async (stage) => ({ ...(await ofLabel(stage)), body: { value: `Label ${randomUUID()}`, colorHue: 90 } }),
    },
    deleteClarityProcessLabel: { input: ofLabel },
  },
  clarityProcessLabels: {
    listClarityProcessAssignedLabels: { input: async (stage) => ({ params: { id: (await labeledOf(stage)).id } }) },
    assignClarityProcessLabels: {
      input: async (stage) => {
        const { id, other } = await labeledOf(stage);
        return { params: { id }, body: { labelIds: [other], labels: [{ value: "Monthly", colorHue: 90 }] } };
      },
      compared: ["body.labelIds", "body.labelIds[]"],
    },
    unlinkClarityProcessLabels: {
      input: async (stage) => {
        const { id, on } = await labeledOf(stage);
        return { params: { id }, body: { labelIds: [on] } };
      },
      compared: ["body.labelIds", "body.labelIds[]"],
    },
    listAvailableClarityProcessLabels: {
      input: async (stage) => ({ params: { id: (await labeledOf(stage)).id }, query: { ...page, search: "audited" } }),
    },
  },
  clarityLegacy: {
    getLegacyClarityProcess: { input: legacyOf },
    upgradeClarityProcess: { input: legacyOf },
  },
};
