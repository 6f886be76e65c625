import type { FailureCode } from "#contract/runs/failures.ts";
import type { RunDetails } from "#contract/runs/run.ts";

type Step = "revision" | "files" | "again";

interface Remedy {
  /** What to do, in a sentence or two. */
  readonly advice: string;
  /** Where it is done; nothing where only those who run the service can. */
  readonly step?: Step;
}

const remedies: Partial<Record<FailureCode, Remedy>> = {
  model_not_configured: {
    advice: "Ask your administrator to set up a provider for this model. Until then, use the practice model (scripted) in a new revision.",
    step: "revision",
  },
  model_refused: {
    advice: "The provider rejected the service’s key. Ask your administrator to renew it.",
  },
  model_not_found: {
    advice: "Choose a model that the provider offers, in a new revision.",
    step: "revision",
  },
  account_exhausted: {
    advice: "Ask your administrator to add credit to the provider’s account, then run it again.",
    step: "again",
  },
  content_too_large: {
    advice: "Give the agent less to read at once, or choose a model with a larger context.",
    step: "revision",
  },
  answer_cut: {
    advice: "Allow longer answers (“Max output tokens”) in a new revision, or ask for shorter answers and smaller files.",
    step: "revision",
  },
  answer_withheld: {
    advice: "Check the instructions and the material for what the provider does not allow.",
    step: "revision",
  },
  answer_empty: {
    advice: "Say in the instructions what the agent answers with. A second run can also help.",
    step: "again",
  },
  unreadable_calls: {
    advice: "Choose a model that can call tools, in a new revision.",
    step: "revision",
  },
  worker_lost: {
    advice: "The service restarted each time it worked on this run. Tell your administrator before you run it again.",
  },
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
  missing_file: {
    advice: "Upload the file at the same path, or remove it from the revision.",
    step: "files",
  },
  sandbox_full: {
    advice: "Start a new run: it has an empty sandbox. Make its programs keep less in output/.",
    step: "again",
  },
  invalid_program: {
    advice: "The program could not be placed in a sandbox. Check its files in the revision.",
    step: "revision",
  },
  code_failed: {
    advice: "Fix the program and make it live, then run it again.",
    step: "revision",
  },
  code_timed_out: {
    advice: "Give the program more time in a new revision, or less work.",
    step: "revision",
  },
  code_out_of_memory: {
    advice: "Make the program read its data in parts.",
    step: "revision",
  },
  code_output_too_long: {
    advice: "Make the program write results to files in output/ and print less.",
    step: "revision",
  },
  output_too_large: {
    advice: "The files in output/ exceed what a run keeps. Make the program write less.",
    step: "revision",
  },
  too_many_outputs: {
    advice: "Make the program write fewer files to output/, for example one archive.",
    step: "revision",
  },
  storage_full: {
    advice: "Make room in the files of the team, or make the program write less. Then run it again.",
    step: "files",
  },
  interrupted_by_restart: {
    advice: "The program itself has no known problem. Run it again.",
    step: "again",
  },
  retries_exhausted: {
    advice: "The other service did not recover in time. Run it again later.",
    step: "again",
  },
  provider_unavailable: {
    advice: "The provider could not be reached. Run it again later.",
    step: "again",
  },
  turn_limit: {
    advice: "The agent got stuck in a loop. Say in its instructions when the work is done.",
    step: "revision",
  },
  revision_missing: {
    advice: "Create a revision with a configuration and make it live.",
    step: "revision",
  },
  missing_skill: {
    advice: "Restore the skill, or remove it from the revision.",
    step: "revision",
  },
  secret_unreadable: {
    advice: "Replace all values of the secret, then run it again.",
    step: "again",
  },
  invalid_output: {
    advice: "Make the program write only regular files with plain names to output/, no links.",
    step: "revision",
  },
  scripted_no_steps: {
    advice:
      "The practice model runs written steps only. Write steps in a new revision, or choose a model of a provider there, once one is connected.",
    step: "revision",
  },
  scripted_failure: {
    advice: "The steps of the practice model end this way on purpose. Change them in a new revision.",
    step: "revision",
  },
};

export function remedyOf(run: RunDetails): Remedy {
  return (run.failure && remedies[run.failure.code]) ?? { advice: "Check the last messages of the run, then run it again.", step: "again" };
}
