import type { RunDetails } from "#contract/runs/runs.ts";

type Step = "revision" | "first-error" | "files" | "again";

interface Remedy {
  /** What to do, in a sentence or two. */
  readonly advice: string;
  /** Where it is done. */
  readonly steps: readonly Step[];
}

const remedies: Record<string, Remedy> = {
  model_not_configured: {
    advice:
      "Whoever runs this service has to set up a provider for the model. Until then, use the built-in model scripted in a new revision.",
    steps: ["revision"],
  },
  model_refused: { advice: "The provider refused the service’s key. Whoever runs this service has to renew it.", steps: [] },
  model_not_found: { advice: "Choose a model that the provider offers, in a new revision.", steps: ["revision"] },
  invalid_input: {
    advice: "The model could not take what it was given. Look at the instructions and at the last messages.",
    steps: ["revision"],
  },
  sandbox_unavailable: {
    advice: "Code cannot run on this machine yet. The sentence above names what is missing; whoever runs this service can add it.",
    steps: [],
  },
  sandbox_lost: {
    advice: "The machine lost the program’s sandbox. Run it again; if that repeats, tell whoever runs this service.",
    steps: ["again"],
  },
  missing_file: { advice: "Upload the file under the same path, or take it out of the revision.", steps: ["files", "revision"] },
  invalid_program: { advice: "The program could not be put into a sandbox. Look at its files in the revision.", steps: ["revision"] },
  code_failed: { advice: "The program ended with an error. What it wrote last says where.", steps: ["first-error", "revision"] },
  code_timed_out: { advice: "Give the program more time in a new revision, or less work.", steps: ["revision"] },
  code_out_of_memory: { advice: "Let the program read its data in parts.", steps: ["revision"] },
  code_output_too_long: { advice: "Let the program write results to files below output/ and print less.", steps: ["revision"] },
  output_too_large: { advice: "The files below output/ are more than a run keeps. Let the program write less.", steps: ["revision"] },
  interrupted_by_restart: { advice: "Nothing is known to be wrong with the program. Run it again.", steps: ["again"] },
  retries_exhausted: { advice: "The other side did not recover in time. Run it again later.", steps: ["again"] },
  provider_unavailable: { advice: "The provider could not be reached. Run it again later.", steps: ["again"] },
  turn_limit: { advice: "The agent went round in circles. Make its instructions say when the work is done.", steps: ["revision"] },
  revision_missing: { advice: "Make a revision with a configuration and promote it.", steps: ["revision"] },
  scripted_failure: {
    advice: "The written steps of the scripted model end this way on purpose. Change them in a new revision.",
    steps: ["revision"],
  },
};

export function remedyOf(run: RunDetails): Remedy {
  const known = remedies[run.failure?.code ?? ""] ?? {
    advice: "Look at the last messages of the run, then run it again.",
    steps: ["again"] as const,
  };
  return { ...known, steps: known.steps.filter((step) => step !== "first-error" || run.first_error_offset !== null) };
}
