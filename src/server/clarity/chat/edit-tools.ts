import { StepOperations } from "#contract/clarity/step-operation.ts";
import { text } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { parametersOf } from "#server/engine/models/parameters-of.ts";
import type { ToolSpec } from "#server/engine/models/port.ts";

/** What a model can do in a conversation besides speaking. */
export const editTool = "edit_steps";
export const askTool = "ask_person";

export const Edit = z.strictObject({ operations: StepOperations });
const Asked = z.strictObject({
  question: text(1, 500),
  header: text(0, 100).default(""),
  options: z.array(z.strictObject({ label: text(1, 200), description: text(0, 500).default("") })).max(10),
  multiSelect: z.boolean().default(false),
});
export const Ask = z.strictObject({ questions: z.array(Asked).min(1).max(5) });

const says: Readonly<Record<string, string>> = {
  [editTool]:
    "Proposes one edit: all operations in their order, or none. The person sees it as a draft and accepts or declines it. When something is wrong with it you are told, and call it again with all operations.",
  [askTool]: "Asks the person what you cannot know. It ends your work until they answer.",
};

export const chatTools: ToolSpec[] = Object.entries({ [editTool]: Edit, [askTool]: Ask }).map(([name, schema]) => ({
  name,
  description: says[name] ?? "",
  parameters: parametersOf(schema),
}));
