import { resources } from "#contract/index.ts";
import { queueEvents } from "#contract/queues/events.ts";
import { area } from "#server/engine/area.ts";
import { caseApprovalHandlers } from "./approvals/case-approvals.ts";
import { caseAttachmentHandlers } from "./attachments/case-attachments.ts";
import { caseRunHandlers } from "./cases/case-runs.ts";
import { caseUndoHandlers } from "./cases/case-undo.ts";
import { caseExportHandlers } from "./cases/case-export.ts";
import { caseHandlers } from "./cases/cases.ts";
import { teamCaseHandlers } from "./cases/team-cases.ts";
import { caseImportHandlers } from "./imports/case-imports.ts";
import { caseBulkHandlers } from "./jobs/case-bulk.ts";
import { caseJobHandlers } from "./jobs/case-jobs.ts";
import { caseLabelHandlers } from "./labels/case-labels.ts";
import { labelHandlers } from "./labels/labels.ts";
import { queueExportHandlers } from "./queues/queue-export.ts";
import { queueHandlers } from "./queues/queues.ts";
import { caseEvaluationHandlers } from "./rubrics/case-evaluations.ts";
import { queueRubricHandlers } from "./rubrics/queue-rubrics.ts";
import { queueJsonSchemaHandlers } from "./schemas/queue-json-schema.ts";
import { caseTriggerHandlers } from "./triggers/case-triggers.ts";
import { queueTriggerHandlers } from "./triggers/queue-triggers.ts";
import { caseViewHandlers } from "./views/case-views.ts";
import { caseFiles } from "./attachments/case-files.ts";
import { attachmentCalls } from "./tools/attachment-calls.ts";
import { attachmentUpload } from "./attachments/attachment-upload.ts";
import { caseDispatch } from "./dispatch/case-dispatcher.ts";
import { caseMoved, casesMoved } from "./dispatch/case-runs.ts";
import { clearingJob } from "./acts/clear-queue.ts";
import { deletionJob } from "./acts/delete-cases.ts";
import { reprocessJob } from "./acts/reprocess.ts";
import { priorityJob } from "./acts/set-priority.ts";
import { statusJob } from "./acts/set-status.ts";
import { importJob } from "./imports/import-job.ts";
import { releaseJob } from "./schemas/release-job.ts";
import { queueSweeps } from "./sweeps.ts";
import { queueOwners } from "./owners.ts";
import { caseTriggerPart } from "./triggers/case-trigger-part.ts";
import { waitingApprovals } from "./approvals/waiting-approvals.ts";

/** Queues and their cases: what comes in, who works on it and how it ends. */
export const queues = area({
  name: "queues",
  contract: resources,
  owns: queueOwners,
  waits: [waitingApprovals],
  events: queueEvents,
  handlers: {
    caseApprovals: caseApprovalHandlers,
    caseAttachments: caseAttachmentHandlers,
    caseBulk: caseBulkHandlers,
    caseImports: caseImportHandlers,
    caseJobs: caseJobHandlers,
    caseEvaluations: caseEvaluationHandlers,
    caseLabels: caseLabelHandlers,
    caseRuns: caseRunHandlers,
    caseTriggers: caseTriggerHandlers,
    caseUndo: caseUndoHandlers,
    caseViews: caseViewHandlers,
    caseExport: caseExportHandlers,
    cases: caseHandlers,
    labels: labelHandlers,
    queueJsonSchema: queueJsonSchemaHandlers,
    queueRubrics: queueRubricHandlers,
    queueTriggers: queueTriggerHandlers,
    queueExport: queueExportHandlers,
    queues: queueHandlers,
    teamCases: teamCaseHandlers,
  },
  uploads: [attachmentUpload],
  revisionParts: [caseTriggerPart],
  work: [caseDispatch],
  programCalls: attachmentCalls,
  attachedFiles: caseFiles,
  jobs: [statusJob, priorityJob, reprocessJob, deletionJob, clearingJob, importJob, releaseJob],
  sweeps: queueSweeps,
  runsEnded({ live, wakeCases }, ended) {
    casesMoved(live, ended);
    if (ended.some((run) => run.case_queue_id)) wakeCases();
  },
  runMoved: caseMoved,
});
