import { expect, it } from "vitest";
import { afterOperation } from "#contract/clarity/edit/edit-steps.ts";
import { withNamedWays } from "#contract/clarity/edit/named-ways.ts";
import type { Step } from "#contract/clarity/step.ts";

const to = (stepId: string, label: string | null = null) => ({ stepId, label, isDefault: false });
const choice = (id: string, title: string, targetSteps: Step["targetSteps"], condition = "Not told") =>
  ({ id, title, nodeType: "gateway", nodeSubtype: "exclusive", targetSteps, condition }) as Step;
const task = (id: string, title: string, targetSteps: Step["targetSteps"] = []) =>
  ({ id, title, nodeType: "task", nodeSubtype: "user", targetSteps, condition: null }) as Step;
const labels = (steps: readonly Step[], id: string) => steps.find((step) => step.id === id)?.targetSteps.map(({ label }) => label);

it("calls a way of a choice as the step is called that it was named after, also behind another gateway", () => {
  const steps = [
    choice("what", "What comes next?", [to("pay", "Pay invoice"), to("which", "Ask supplier"), to("pay", "Up to 500 EUR")]),
    choice("which", "Which of these is it?", [to("ask", "Ask supplier"), to("what", "Again")]),
    task("pay", "Pay invoice", [to("what", "Pay invoice")]),
    task("ask", "Ask supplier"),
  ];
  const renamed = (id: string, title: string) => steps.map((step) => (step.id === id ? { ...step, title } : step));
  const asked = withNamedWays(renamed("ask", "Call supplier"), "ask", "Ask supplier");
  expect(labels(asked, "what")).toEqual(["Pay invoice", "Call supplier", "Up to 500 EUR"]);
  expect(labels(asked, "which")).toEqual(["Call supplier", "Again"]);
  const paid = withNamedWays(renamed("pay", "Transfer money"), "pay", "Pay invoice");
  expect(labels(paid, "what")).toEqual(["Transfer money", "Ask supplier", "Up to 500 EUR"]);
  // Only a gateway has ways with names.
  expect(labels(paid, "pay")).toEqual(["Pay invoice"]);
  expect(withNamedWays(steps, "pay", "Pay invoice")).toEqual(steps);
});

it("keeps what was written of a way that leads elsewhere, and a condition in other words than the title", () => {
  const steps = [
    choice("a", "Paid?", [to("pay", "File"), to("file", "Otherwise")], "Paid?"),
    choice("b", "Urgent?", [to("pay", "Yes"), to("file", "No")], "Due within a week"),
    task("pay", "Pay"),
    task("file", "File"),
  ];
  const filed = withNamedWays(
    steps.map((step) => (step.id === "file" ? { ...step, title: "Archive" } : step)),
    "file",
    "File",
  );
  expect(labels(filed, "a")).toEqual(["File", "Otherwise"]);
  const source = { attribution: "A person", excerpt: "Call them questions" };
  const asked = ["a", "b"].reduce(
    (now, stepId) => afterOperation(now, { op: "rename", stepId, title: `Question ${stepId}?` }, source),
    steps,
  );
  expect(asked.map(({ condition }) => condition)).toEqual(["Question a?", "Due within a week", null, null]);
});
