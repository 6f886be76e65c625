import type { RunDetails } from "#contract/runs/run.ts";

type Step = "revision" | "files" | "again";

interface Remedy {
  /** What to do, in a sentence or two. */
  readonly advice: string;
  /** Where it is done; nothing where only those who run the service can. */
  readonly step?: Step;
}

const remedies: Record<string, Remedy> = {
  model_not_configured: {
    advice: "Ask your administrator to set up a provider for this model. Until then, use the practice model (scripted) in a new revision.",
    step: "revision",
  },
  model_refused: { advice: "The provider rejected the service’s key. Ask your administrator to renew it." },
  model_not_found: { advice: "Choose a model that the provider offers, in a new revision.", step: "revision" },
  invalid_input: {
    advice: "The model rejected its input. Check the instructions and the last messages.",
    step: "revision",
  },
  sandbox_unavailable: {
    advice: "This machine cannot run code yet. The message above says what is missing. Ask your administrator to add it.",
  },
  sandbox_lost: {
    advice: "The program’s sandbox was lost. Run it again. If that happens again, tell your administrator.",
    step: "again",
  },
  missing_file: { advice: "Upload the file at the same path, or remove it from the revision.", step: "files" },
  invalid_program: { advice: "The program could not be placed in a sandbox. Check its files in the revision.", step: "revision" },
  code_failed: { advice: "Fix the program and make it live, then run it again.", step: "revision" },
  code_timed_out: { advice: "Give the program more time in a new revision, or less work.", step: "revision" },
  code_out_of_memory: { advice: "Make the program read its data in parts.", step: "revision" },
  code_output_too_long: { advice: "Make the program write results to files in output/ and print less.", step: "revision" },
  output_too_large: { advice: "The files in output/ exceed what a run keeps. Make the program write less.", step: "revision" },
  interrupted_by_restart: { advice: "The program itself has no known problem. Run it again.", step: "again" },
  retries_exhausted: { advice: "The other service did not recover in time. Run it again later.", step: "again" },
  provider_unavailable: { advice: "The provider could not be reached. Run it again later.", step: "again" },
  turn_limit: { advice: "The agent got stuck in a loop. Say in its instructions when the work is done.", step: "revision" },
  revision_missing: { advice: "Create a revision with a configuration and make it live.", step: "revision" },
  scripted_failure: {
    advice: "The steps of the practice model end this way on purpose. Change them in a new revision.",
    step: "revision",
  },
};

export function remedyOf(run: RunDetails): Remedy {
  return remedies[run.failure?.code ?? ""] ?? { advice: "Check the last messages of the run, then run it again.", step: "again" };
}
