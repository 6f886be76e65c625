import { textFields } from "#contract/clarity/step-operation.ts";

/** The lines that the practice model follows in a chat about steps. `X` and `Y` are a step by its title, its number or its id. */
export const printedChat: readonly (readonly [line: string, says: string])[] = [
  ["rename X to Y", "Gives step X the title Y. X is a title, or a number as in “step 2”"],
  ["set role of X to R", `Sets a field: ${textFields.join(", ")}`],
  ["clear role of X", "Empties a field"],
  ["add Owner: approve invoice in Ledger after X", "Adds a step; its role and its tool can be left out"],
  ["add stamp letter between X and Y", "Adds a step on the flow from X to Y"],
  ["remove X", "Removes a step; flows into it lead to the step after it"],
  ["connect X to Y as Late", "Adds a flow; its label can be left out"],
  ["disconnect X from Y", "Removes a flow"],
  ['ask "Which one?" options: A, B', "Asks, and follows the lines below after the answer; {{answer}} is the answer"],
  ["break", "Makes an edit that is refused"],
  ["fail The order is unknown", "Fails with this text"],
];
