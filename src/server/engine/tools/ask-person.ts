import { text } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { tool } from "./tool.ts";

const option = z.strictObject({ label: text(1, 200), description: text(0, 1000).optional() });
export const AskedQuestion = z.strictObject({
  question: text(1, 1000),
  header: text(1, 100).optional(),
  options: z.array(option).max(20).optional(),
  multi_select: z.boolean().optional(),
});

export const askPersonTool = tool({
  name: "ask_person",
  type: "human_request",
  effect: "ask",
  description: "Ask a person for an approval (yes or no) or for answers to questions. The work waits until they answer.",
  parameters: z.strictObject({
    type: z.enum(["approval", "question"]),
    title: text(1, 300),
    description: text(0, 10_000).optional(),
    questions: z.array(AskedQuestion).min(1).max(20).optional(),
  }),
  ask(args) {
    const questions = args.type === "question" ? (args.questions ?? [{ question: args.title }]) : undefined;
    return { kind: args.type, title: args.title, description: args.description, questions };
  },
});
