import { readFile } from "node:fs/promises";
import type { CodeStepConfig, CodeStepData, Config } from "#contract/agents/config.ts";
import type { Timing } from "#contract/schedules/timing.ts";
import type { QueueSlotType } from "#contract/agents/slots.ts";

type FilesSource = Extract<CodeStepData["source"], { kind: "files" }>;
/** Uploads the files of a bundle, path in the bundle to file of this folder, and returns the source that names them. */
export type UploadBundle = (startCommand: string, files: Record<string, string>) => Promise<FilesSource>;

export interface SampleRevision {
  readonly name: string;
  readonly description: string;
  readonly config: Config;
  /** Becomes the live one. Without it a further revision stays a draft; an agent's first one is live anyway. */
  readonly promote?: true;
}

export interface SampleAgent {
  readonly name: string;
  readonly revisions: (upload: UploadBundle) => Promise<readonly [SampleRevision, ...SampleRevision[]]>;
  /** What its first run is told. Without one, the cases of the queue start it. */
  readonly message?: string;
  /** Goes on with what its program found, so its run makes no sense where code cannot run. */
  readonly needsResults?: true;
  /** When it runs by the clock, once a person resumes the schedule. */
  readonly schedule?: Timing;
  /** The type of event of the sample's webhook source that starts it. */
  readonly onEvent?: string;
  /** What it does with the queue of findings. */
  readonly queue?: QueueSlotType;
  /** Calls the tools of the sample connection. */
  readonly connected?: true;
}

/** One file of this folder as text. */
export function sampleText(path: string): Promise<string> {
  return readFile(new URL(path, import.meta.url), "utf8");
}

const scripted = (input: string, tools: ("files" | "python" | "human_request" | "cases" | "mcp")[], files: string[]): Config => ({
  version: "v1",
  data: { model: "scripted", input, tools: tools.map((type) => ({ type })), files },
});
const code = (source: CodeStepData["source"], files: string[]): CodeStepConfig => ({
  version: "v1",
  data: { language: "python", source, files },
});
const inline = async (path: string) => ({ kind: "inline", code: await sampleText(path) }) as const;

const checkerInput = ["invoices-2026.csv", "suppliers.csv"];
const checker = {
  "README.md": "invoice-checker/README.md",
  "main.py": "invoice-checker/main.py",
  "parsing.py": "invoice-checker/parsing.py",
};
const findingsToCases = {
  "main.py": "invoice-findings/add.py",
  "parsing.py": "invoice-checker/parsing.py",
  "rules.py": "invoice-checker/rules.py",
};

/** The agents of the sample workspace. Each works on the team files that are uploaded before. */
export const sampleAgents: readonly SampleAgent[] = [
  {
    name: "Invoice checker",
    message: "Check the invoices of 2026.",
    revisions: async (upload) => [
      {
        name: "First rules",
        description: "Numbers used twice, wrong sums and unknown suppliers.",
        config: code(await upload("python main.py", { ...checker, "rules.py": "invoice-checker/earlier/rules.py" }), checkerInput),
      },
      {
        name: "Amounts, dates and limits",
        description: "Also finds the same amount within seven days, missing dates and amounts above a supplier's limit.",
        config: code(await upload("python main.py", { ...checker, "rules.py": "invoice-checker/rules.py" }), checkerInput),
        promote: true,
      },
    ],
  },
  {
    name: "Month report",
    message: "Report the months of 2026.",
    schedule: { frequency: "daily", time: "02:00", timezone: "UTC" },
    onEvent: "month.closed",
    revisions: async () => [
      {
        name: "Totals and chart",
        description: "Totals by month, currency and supplier, and a chart of the months.",
        config: code(await inline("month-report/main.py"), ["invoices-2026.csv"]),
      },
    ],
  },
  {
    name: "Payment approval",
    message: "Prepare the payment run of this week.",
    needsResults: true,
    revisions: async () => [
      {
        name: "Release by a person",
        description: "Proposes what is due, asks for the release and the account, files the decision.",
        config: scripted(
          await sampleText("payment-approval/instructions.md"),
          ["files", "python", "human_request"],
          ["invoices-2026.csv", "suppliers.csv", "tools/payment-proposal.py", "tools/payment-decision.py"],
        ),
      },
    ],
  },
  {
    name: "Supplier letter",
    message: "Write a letter about an invoice that we cannot pay.",
    revisions: async () => [
      {
        name: "Ask, then write",
        description: "Asks what is wrong with which invoice and writes the letter below letters/.",
        config: scripted(
          await sampleText("supplier-letter/instructions.md"),
          ["files", "python", "human_request"],
          ["invoices-2026.csv", "tools/supplier-letter.py"],
        ),
      },
    ],
  },
  {
    // Before the one that fills the queue, so that it is there when cases arrive.
    name: "Findings clerk",
    queue: "case-queue-consumer",
    revisions: async () => [
      {
        name: "By the payment terms",
        description: "Takes a finding from the queue and decides it; what needs a second person, it asks.",
        config: scripted(
          await sampleText("invoice-findings/decide.md"),
          ["python", "cases", "human_request"],
          ["tools/finding-decision.py"],
        ),
      },
    ],
  },
  {
    name: "Findings to cases",
    message: "Put the findings on unpaid invoices into the queue.",
    needsResults: true,
    queue: "case-queue-producer",
    revisions: async (upload) => [
      {
        name: "The latest twelve",
        description: "Checks by the rules of the invoice checker and adds a case for each finding.",
        config: code(await upload("python main.py", findingsToCases), checkerInput),
      },
    ],
  },
  {
    name: "Supplier inquiry",
    message: "What do we owe Zorvanik Logistik?",
    needsResults: true,
    connected: true,
    revisions: async () => [
      {
        name: "By the tools of the ledger",
        description: "Reads a supplier and its unpaid invoices through a connection, and adds them up.",
        config: scripted(await sampleText("supplier-inquiry/instructions.md"), ["mcp", "python"], ["tools/supplier-inquiry.py"]),
      },
    ],
  },
  {
    name: "Bank import",
    message: "Import the bank statement of October.",
    revisions: async () => [
      {
        name: "Import",
        description: "Reads the statement line by line.",
        config: code(await inline("bank-import/main.py"), ["bank/2026-10.csv"]),
      },
      {
        name: "Set malformed lines aside",
        description: "Collects lines that are no bookings in output/refused.csv and imports the rest.",
        config: code(await inline("bank-import/fixed.py"), ["bank/2026-10.csv"]),
      },
    ],
  },
];
