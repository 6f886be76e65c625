import type { Config, StepType } from "#contract/agents/config.ts";
import { scriptedModelName } from "#contract/agents/scripted-steps.ts";
import { type Capabilities, chosenByOperator } from "#contract/teams/capabilities.ts";

const startingInstructions = `# GOAL

Do what the message asks, and answer with the result in a few sentences.

# STEPS

1. Read the message. If something is missing without which the work cannot be done, ask a person one short question.
2. Find the files that the message is about, and read only those.
3. Do the work, and check the result once.
4. Answer with the result, and name the files that you used and those that you wrote.

# NOTES

- Never invent a number, a name or a date. Say what you could not find.
`;

/** What the built-in model can follow; the form offers it where that model is chosen. */
export const scriptedExample = `# GOAL

Look for the team's files and answer with the message. Replace the steps with your own.

# STEPS

1. think The work is: {{message}}
2. call list_files {}
3. say I read the message “{{message}}” and looked for the files of the team. As a practice model I only run the steps that are written here.
`;

const program = `import os

message = os.environ.get("RUN_MESSAGE", "")
print("Started with:", message)

with open("output/result.txt", "w", encoding="utf-8") as result:
    result.write(message + "\\n")
`;

/** What a model that is chosen can follow. */
export function startingText(model: string | undefined): string {
  return model === scriptedModelName ? scriptedExample : startingInstructions;
}

/** The operator's choice, or the only one that there is. Of several a person chooses: they differ in what they can and cost. */
export function startingModel({ models, any_model: anyModel }: Capabilities): string | undefined {
  const chosen = models.find(({ provider }) => provider === chosenByOperator);
  if (chosen) return chosen.name;
  if (!anyModel) return scriptedModelName;
  const [only, ...others] = models.filter(({ name }) => name !== scriptedModelName);
  return others.length === 0 ? only?.name : undefined;
}

/** The configuration that the form for a new agent begins with. */
export function startingConfig(type: StepType, model: string | undefined): Config {
  if (type === "code")
    return { version: "v1", data: { language: "python", source: { kind: "inline", code: program }, files: [], timeoutMs: 600_000 } };
  return { version: "v1", data: { model: model ?? "", input: startingText(model), files: [] } };
}

/** Whether nobody has written instructions yet, so that an example may take their place without a question. */
export function isStartingText(text: string): boolean {
  return text.trim() === "" || text === startingInstructions || text === scriptedExample;
}
