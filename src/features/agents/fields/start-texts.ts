import type { Config, StepType } from "#contract/agents/config.ts";

const instructions = `# GOAL

Say in one or two sentences what is true once this work is done.

# STEPS

1. What to read first, and where it lies.
2. What to check or decide, and by which rule.
3. What to write, and where the result goes.

# NOTES

- When to stop and ask a person instead of going on.
`;

/** What the built-in model can follow; the form offers it where that model is chosen. */
export const scriptedExample = `# GOAL

Ask which month to report, then say so.

# STEPS

1. call list_files {}
2. ask "Which month?" options: January, February
3. say The message was: {{message}}
4. say The answer is {{last}}.
`;

const program = `import os

message = os.environ.get("RUN_MESSAGE", "")
print("Started with:", message)

with open("output/result.txt", "w", encoding="utf-8") as result:
    result.write(message + "\\n")
`;

/** The configuration that the form for a new agent begins with. */
export function startingConfig(type: StepType, model: string | undefined): Config {
  if (type === "code")
    return { version: "v1", data: { language: "python", source: { kind: "inline", code: program }, files: [], timeoutMs: 600_000 } };
  return { version: "v1", data: { model: model ?? "", input: model === "scripted" ? scriptedExample : instructions, files: [] } };
}

/** Whether nobody has written instructions yet, so that an example may take their place without a question. */
export function isStartingText(text: string): boolean {
  return text.trim() === "" || text === instructions || text === scriptedExample;
}
