import { endpoint } from "#contract/endpoint.ts";
import { int53, page, queryInt, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { caseTitle } from "./case.ts";
import { CaseJob } from "./case-jobs.ts";
import { NewCase } from "./cases.ts";

/** Bounds of an import, all ours: what one request hands over. Ten thousand rows of a kilobyte fill a third of it. */
export const maxImportRows = 10_000;
export const maxImportColumns = 500;
/** Bytes of the request, as JSON. */
export const largestImport = 67_108_864;

/** A row as it stands in the file. The limits are ours. */
export const RowCells = z.array(text(0, 200_000)).max(maxImportColumns);

/** What is wrong with a row, and in which part of the case that it would be. */
export const RowIssue = record("ImportRowIssue", {
  /** A place in a list as text too. */
  path: z.array(text(0, 200)).max(20),
  message: text(1, 1000),
});
export type RowIssue = z.output<typeof RowIssue>;

const maxMessage = 1000;
export const maxRowIssues = 50;

/** Within the limits: a choice of hundreds makes a sentence of thousands of letters, and a name in it can be of any. */
export function rowIssue(path: readonly PropertyKey[], message: string): RowIssue {
  const said = message.replaceAll("\u0000", "");
  return {
    path: path.slice(0, 20).map((part) => String(part).slice(0, 200).toWellFormed()),
    message: (said.length > maxMessage ? `${said.slice(0, maxMessage - 1)}…` : said).toWellFormed(),
  };
}

const RowPlace = {
  /** Where the row begins in the file, from 1. */
  line: z.int().min(1).max(2_147_483_647),
  cells: RowCells,
  /** Places of the cells that stand in quotes, from 0: in a file of an export, a figure in quotes is a text. */
  quoted: z
    .array(
      z
        .int()
        .min(0)
        .max(maxImportColumns - 1),
    )
    .max(maxImportColumns)
    .optional(),
};

const ImportedRow = record("ImportedRow", {
  ...RowPlace,
  /** What the row becomes. The queue's schema judges it when its turn comes. */
  case: NewCase.optional(),
  /** Why the sender makes nothing of it. It is kept among the refused rows, so that a job tells of every row of its file. */
  refused: z.array(RowIssue).min(1).max(maxRowIssues).optional(),
}).refine((row) => (row.case === undefined) !== (row.refused === undefined), { error: "Give either `case` or `refused`" });
export type ImportedRow = z.output<typeof ImportedRow>;

const RefusedRow = record("RefusedImportRow", { ...RowPlace, issues: z.array(RowIssue) });
export type RefusedRow = z.output<typeof RefusedRow>;

const area = "Cases";
const access = { scope: "team", by: "queue_id", role: "team:member" } as const;
const why = "Ten thousand rows outlast a request: an import continues when its page is closed, and records a result for each row.";

export const startCaseImport = endpoint({
  name: "startCaseImport",
  method: "POST",
  path: "/v2/queues/{queue_id}/case-imports",
  area,
  summary: "Import cases from rows of a file in the background, in their order; rows that do not match are refused",
  access,
  records: "case_job.started",
  changes: ["case_job"],
  ours: why,
  params: z.strictObject({ queue_id: idOf("queue") }),
  largestBody: largestImport,
  body: z.strictObject({
    file_name: text(1, 255),
    /** Names of the columns, for a file of the rows that are refused. */
    header: RowCells,
    rows: z.array(ImportedRow).min(1).max(maxImportRows),
  }),
  reply: z.strictObject({ job: CaseJob }),
  status: 201,
  errors: ["too_many", "no_schema"],
  creates: "replayed",
});

export const EarlierImport = record("EarlierImport", {
  job_id: uuid,
  file_name: z.string(),
  started_by_name: z.string().nullable(),
  created_at: timestamp,
  is_running: z.boolean(),
  /** Rows that became cases. */
  added: int53,
});
export type EarlierImport = z.output<typeof EarlierImport>;

export const previewCaseImport = endpoint({
  name: "previewCaseImport",
  method: "POST",
  readOnly: true,
  path: "/v2/queues/{queue_id}/case-imports/preview",
  area,
  summary: "What importing a file would double: the last import of the same rows, while its job is kept, and titles of pending cases",
  access,
  reads: [],
  ours: "An import adds its rows again however often it is started: a person has to see that before.",
  params: z.strictObject({ queue_id: idOf("queue") }),
  largestBody: largestImport,
  body: z.strictObject({
    header: RowCells,
    /** All rows of the file, in its order. */
    rows: z.array(RowCells).min(1).max(maxImportRows),
    /** Of the cases that the rows would become. */
    titles: z.array(caseTitle).max(maxImportRows),
  }),
  reply: z.strictObject({
    earlier: EarlierImport.nullable(),
    /** How many of the titles a pending case of the queue has. */
    waiting_titles: int53,
  }),
});

export const listRefusedRows = endpoint({
  name: "listRefusedRows",
  method: "GET",
  path: "/v2/queues/{queue_id}/case-jobs/{job_id}/refused-rows",
  area,
  summary: "The refused rows of an import, as in the file, with the reasons; other jobs have none",
  access,
  reads: ["case_job"],
  ours: why,
  params: z.strictObject({ queue_id: idOf("queue"), job_id: idOf("job") }),
  query: z.strictObject({ limit: page(100, 500).limit, after: queryInt(0, 9007199254740991).optional() }),
  reply: z.strictObject({ header: z.array(z.string()), rows: z.array(RefusedRow), next: int53.nullable() }),
});
