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
    advice:
      "Whoever runs this service has to set up a provider for the model. Until then, use the built-in model scripted in a new revision.",
    step: "revision",
  },
  model_refused: { advice: "The provider refused the service’s key. Whoever runs this service has to renew it." },
  model_not_found: { advice: "Choose a model that the provider offers, in a new revision.", step: "revision" },
  invalid_input: {
    advice: "The model could not take what it was given. Look at the instructions and at the last messages.",
    step: "revision",
  },
  sandbox_unavailable: {
    advice: "Code cannot run on this machine yet. The sentence above names what is missing; whoever runs this service can add it.",
  },
  sandbox_lost: {
    advice: "The machine lost the program’s sandbox. Run it again; if that repeats, tell whoever runs this service.",
    step: "again",
  },
  missing_file: { advice: "Upload the file under the same path, or take it out of the revision.", step: "files" },
  invalid_program: { advice: "The program could not be put into a sandbox. Look at its files in the revision.", step: "revision" },
  code_failed: { advice: "Correct the program and promote it, then run it again.", step: "revision" },
  code_timed_out: { advice: "Give the program more time in a new revision, or less work.", step: "revision" },
  code_out_of_memory: { advice: "Let the program read its data in parts.", step: "revision" },
  code_output_too_long: { advice: "Let the program write results to files below output/ and print less.", step: "revision" },
  output_too_large: { advice: "The files below output/ are more than a run keeps. Let the program write less.", step: "revision" },
  interrupted_by_restart: { advice: "Nothing is known to be wrong with the program. Run it again.", step: "again" },
  retries_exhausted: { advice: "The other side did not recover in time. Run it again later.", step: "again" },
  provider_unavailable: { advice: "The provider could not be reached. Run it again later.", step: "again" },
  turn_limit: { advice: "The agent went round in circles. Make its instructions say when the work is done.", step: "revision" },
  revision_missing: { advice: "Make a revision with a configuration and promote it.", step: "revision" },
  scripted_failure: {
    advice: "The written steps of the scripted model end this way on purpose. Change them in a new revision.",
    step: "revision",
  },
};

export function remedyOf(run: RunDetails): Remedy {
  return remedies[run.failure?.code ?? ""] ?? { advice: "Look at the last messages of the run, then run it again.", step: "again" };
}
