import type { StepOperation } from "#contract/clarity/step-operation.ts";

/** What an edit does, for people: one change a line, as “Rename Match to order to Compare” and “Remove File”. */
export function editWords(operations: readonly StepOperation[], titles: ReadonlyMap<string, string>): string {
  const known = new Map(titles);
  const words = operations.map((operation) => {
    const said = wordsOf(operation, (id) => known.get(id) ?? id);
    if (operation.op === "add") known.set(operation.step.id, operation.step.title);
    if (operation.op === "rename") known.set(operation.stepId, operation.title);
    // What somebody wrote over several lines is still one change.
    return said.slice(0, 1).toLocaleUpperCase("en") + said.slice(1).replace(/\s+/g, " ");
  });
  return words.join("\n");
}

function wordsOf(operation: StepOperation, title: (id: string) => string): string {
  switch (operation.op) {
    case "add":
      return `add ${operation.step.title} after ${title(operation.after)}`;
    case "remove":
      return `remove ${title(operation.stepId)}`;
    case "rename":
      return `rename ${title(operation.stepId)} to ${operation.title}`;
    case "set":
      return operation.value
        ? `set ${operation.field} of ${title(operation.stepId)} to ${operation.value}`
        : `clear ${operation.field} of ${title(operation.stepId)}`;
    case "set_list":
      return `change ${operation.field === "openQuestions" ? "open questions" : operation.field} of ${title(operation.stepId)}`;
    case "set_subtype":
      return `make ${title(operation.stepId)} ${operation.nodeSubtype}`;
    case "connect":
      return `connect ${title(operation.from)} to ${title(operation.to)}${operation.label ? ` as ${operation.label}` : ""}`;
    case "disconnect":
      return `disconnect ${title(operation.from)} from ${title(operation.to)}`;
    default:
      return `label the flow from ${title(operation.from)} to ${title(operation.to)}${operation.label ? ` ${operation.label}` : ""}`;
  }
}
