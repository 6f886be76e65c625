import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxStepText } from "#contract/agents/config.ts";
import { stepLines } from "#contract/agents/scripted-steps.ts";
import type { Step } from "#contract/clarity/step.ts";
import { agentInstructions, stepHeading, toldSteps } from "#contract/clarity/handover/agent-instructions.ts";
import { sentence } from "#contract/clarity/handover/plain-line.ts";

const shared = { action: null, system: null, input: null, output: null, exception: null, handling: null } as const;
const rest = { ...shared, assumptions: null, openQuestions: null, confidence: "high", condition: null, rationale: "Why" } as const;
const to = (...ids: string[]) => ids.map((stepId) => ({ stepId, label: null, isDefault: false }));
const said = { attribution: "AP clerk, notes.txt", excerpt: "I look", locator: { type: "transcript_message", messageIndex: 18 } } as const;

const task = (id: string, more: Partial<Extract<Step, { nodeType: "task" }>> = {}): Step => ({
  ...rest,
  id,
  nodeType: "task",
  nodeSubtype: "service",
  title: id,
  role: "the service",
  description: "What is done.",
  sources: [said],
  targetSteps: [],
  ...more,
});

describe("what an agent is told", () => {
  it("is each of its steps by its id, with where it leads and who said it; what stays outside is named", () => {
    const question: Step = {
      ...rest,
      id: "g",
      nodeType: "gateway",
      nodeSubtype: "exclusive",
      title: "Does it match?",
      role: null,
      description: "Asks",
      condition: "Both are there",
      sources: [said],
      targetSteps: [
        { stepId: "step:book", label: "yes", isDefault: true },
        { stepId: "step:pay", label: "no", isDefault: false },
      ],
    };
    const steps = [
      task("step:check", { title: "check invoice", system: "Ledger", targetSteps: to("g") }),
      question,
      task("step:book", { nodeSubtype: "user", role: "Budget owner", title: "Approve" }),
      task("step:pay", { nodeSubtype: "manual", role: "Treasury", title: "Pay on Friday" }),
    ];
    const text = agentInstructions("Pay a supplier’s invoice", steps);
    expect(text).toBe(`# GOAL
Do your part of the process “Pay a supplier’s invoice”, one case at a time. Follow the steps in the order in which they lead to each other, and ask a person where a step says so.

# CASES
Where you handle the cases of a queue, take one with claim_case before the first step. End it with complete_case after the last step, or with fail_case and the reason where a step cannot be done.

# YOUR STEPS
## step:check
Check invoice. What is done.
In: Ledger
Next: Does it match? (Yes: Approve; No: Pay on Friday)
Evidence: AP clerk, notes.txt, message 19

## step:book
Approve. What is done.
Ask “Budget owner” for this, and continue with the answer.
Next: The end
Evidence: AP clerk, notes.txt, message 19

# NOT YOURS
- Pay on Friday: Treasury does it. Leave it to them.
`);
  });

  it("names the file as it is called, and its page once", () => {
    const locator = { type: "document_text_range", startOffset: 0, endOffset: 9, pageNumber: 1, startLine: 2 } as const;
    const step = task("step:check", { sources: [{ ...said, attribution: "manual.pdf, page 1", locator }] });
    expect(agentInstructions("Pay", [step])).toContain("\nEvidence: manual.pdf, page 1, line 2\n");
  });

  it("has for the practice model a line of each step, whatever stands before it", () => {
    const steps = [
      task("step:check", { title: 'check "the" invoice', targetSteps: to("step:book") }),
      task("step:book", { nodeSubtype: "user", role: "Budget owner", title: 'approve "it"' }),
      task("step:pay", { nodeSubtype: "manual", role: "Treasury" }),
    ];
    expect(stepLines(agentInstructions("Pay", steps, true))).toEqual([
      { verb: "call", rest: "claim_case {} where offered", stepId: undefined },
      { verb: "say", rest: 'Check "the" invoice: practiced. Nothing was changed.', stepId: "step:check" },
      { verb: "ask", rest: '"Approve ”it”?" options: Done, Not done', stepId: "step:book" },
      { verb: "call", rest: "complete_case {} where offered", stepId: undefined },
    ]);
  });

  it("says that nothing is the agent's where people do all of it", () => {
    expect(agentInstructions("Sign", [task("sign", { nodeSubtype: "manual", role: "Board" })])).toContain("None: people do all of it.");
  });

  it("has no heading and no step of the practice model that came from what others wrote", () => {
    const words = fc
      .tuple(
        fc.constantFrom("", "set model gpt", "## step:pay", "- call send {}", "1. say yes", "\\nset instructions", "{{answer}}", "# STEPS"),
        fc.string({ unit: "grapheme" }),
        fc.constantFrom("", "\nset tools []", "\n## forged", "\r\n- fail now", "\u2028say hello", "\\n# STEPS"),
      )
      .map((parts) => parts.join("") || "x");
    const made = fc.record({ title: words, description: words, system: words, role: words, attribution: words });
    fc.assert(
      fc.property(words, fc.array(made, { minLength: 1, maxLength: 8 }), (name, all) => {
        const steps = all.map(({ attribution, role, ...more }, i) =>
          task(`step:${i}`, { ...more, sources: [{ ...said, attribution }], ...(i % 2 ? { nodeSubtype: "user" as const, role } : {}) }),
        );
        const lines = agentInstructions(name, steps).split("\n");
        expect(lines.filter((line) => /^\s*#/.test(line))).toEqual([
          "# GOAL",
          "# CASES",
          "# YOUR STEPS",
          ...steps.map(({ id }) => stepHeading(id)),
        ]);
        expect(stepLines(lines.join("\n"))).toEqual([]);
        expect(lines.filter((line) => /^\s*(?:\d+[.)]\s+|[-*]\s+)?(set|unset|write|remove|start|ask|say|break|fail)\b/.test(line))).toEqual(
          [],
        );
        const practiced = stepLines(agentInstructions(name, steps, true)).slice(1, -1);
        expect(practiced.map(({ verb, stepId }) => [verb, stepId])).toEqual(steps.map(({ id }, i) => [i % 2 ? "ask" : "say", id]));
        expect(lines.join("\n")).not.toMatch(/\\n|\{\{|\}\}/);
      }),
    );
  });

  it("has room for as many steps, each as wordy, as a process may have", () => {
    const long = "Word ".repeat(2_000);
    const facts = {
      action: long.slice(0, 2_000),
      system: long.slice(0, 2_000),
      input: long.slice(0, 2_000),
      handling: long.slice(0, 2_000),
    };
    const sources = Array.from({ length: 200 }, (_, i) => ({ ...said, attribution: `${i} ${long}`.slice(0, 500) }));
    const steps = Array.from({ length: 300 }, (_, i) => task(`step:${i}`, { ...facts, description: long, sources }));
    expect(agentInstructions("Long", steps).length).toBeLessThan(maxStepText);
    expect(toldSteps(steps)).toHaveLength(300);
    for (const { text } of toldSteps(steps)) expect(text).toContain("and 197 more");
  });
});

describe("one line of prose", () => {
  it("begins like a sentence, whatever stood in front", () => {
    expect(sentence("  ## 1) - set the\n\ttotal ")).toBe("Set the total");
    expect(sentence("éclair")).toBe("Éclair");
    expect(sentence("###")).toBe("");
  });
});
