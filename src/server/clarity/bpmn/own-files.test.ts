import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparedLayouts } from "#contract/clarity/layout/layout.ts";
import type { Step } from "#contract/clarity/step.ts";
import { soundFlow, stepsOf } from "#server/clarity/flow/made-flows.cases.ts";
import { beginRandom, seed } from "#server/testing/seed.ts";
import { linted } from "./linted.cases.ts";
import { processes } from "./made-processes.cases.ts";
import { readAgain } from "./read-again.cases.ts";
import { readBpmn } from "./reading/read-bpmn.ts";
import { writeBpmn } from "./writing/write-bpmn.ts";

const invoice = stepsOf(
  "start event start > record",
  "record task user Clerk > match",
  "match gateway exclusive > approve Yes, ask Otherwise *",
  "approve task user Owner > ok",
  "ok gateway exclusive > both Yes, ask Otherwise *",
  "both gateway parallel > book, pay",
  "book task service the service > done",
  "pay task manual Treasury > done",
  "done gateway parallel > paid",
  "paid event end",
  "ask task send Clerk > late",
  "late event timer > back",
  "back event end",
);

/** The file as another tool would have saved it. */
async function changed(steps: readonly Step[], change: (xml: string) => string) {
  const { steps: read, findings } = await readAgain(change(writeBpmn(steps, { name: "Pay" })));
  return { steps: read ?? [], findings, byId: new Map((read ?? []).map((step) => [step.id, step])) };
}

describe("a file of ours", () => {
  it("is read as the same steps, whatever is written in them", async () => {
    await fc.assert(
      fc.asyncProperty(processes(14), async (steps) => {
        const read = await readAgain(writeBpmn(steps, { name: "Pay" }));
        expect(read.findings).toEqual([]);
        expect(read.steps).toEqual(steps);
      }),
      { seed, numRuns: 60 },
    );
  });

  it("keeps the name and description of its process, and comes through the process that reads", async () => {
    const read = await readBpmn(Buffer.from(writeBpmn(invoice, { name: "Pay & file", description: "Each Friday.\nBy noon." })));
    expect(read).toMatchObject({ name: "Pay & file", description: "Each Friday.\nBy noon.", steps: invoice, findings: [] });
  });

  it("has the same bytes for the same steps, in whatever order their fields are", () => {
    beginRandom("bytes");
    const steps = soundFlow(30);
    const turned = steps.map((step) => Object.fromEntries(Object.entries(step).toReversed()) as unknown as Step);
    expect(writeBpmn(turned, { name: "A" })).toBe(writeBpmn(structuredClone(steps), { name: "A" }));
  });

  it("stands beside another version where that one's layout puts it", async () => {
    const [, after] = comparedLayouts(invoice.slice(0, 4), invoice);
    const xml = writeBpmn(invoice, { name: "Pay", layout: after });
    const pay = after.nodes.find(({ node }) => node.id === "pay");
    expect(xml).toContain(`<bpmndi:BPMNShape id="pay-shape" bpmnElement="pay">\n        <dc:Bounds x="${pay?.x}" y="${pay?.y}"`);
    expect((await readAgain(xml)).steps).toEqual(invoice);
  });

  it("has nothing that the rules of modelers find, but that it has inclusive gateways", async () => {
    beginRandom("rules");
    for (let i = 0; i < 12; i++) {
      const found = await linted(writeBpmn(soundFlow(5 + i * 4), { name: "Pay" }));
      expect(found.filter((each) => !each.startsWith("no-inclusive-gateway"))).toEqual([]);
    }
    const xml = writeBpmn(invoice, { name: "Pay" });
    expect(await linted(xml)).toEqual([]);
    expect(await linted(xml.replace(/<bpmndi:BPMNShape id="pay-shape"[^]*?<\/bpmndi:BPMNShape>/, ""))).toEqual([
      "no-bpmndi pay: Element is missing bpmndi",
    ]);
  });

  it("says in words of BPMN what BPMN has words for", () => {
    const xml = writeBpmn(invoice, { name: "Pay", id: "p1" });
    for (const part of [
      `<bpmn:participant id="pool" name="Pay" processRef="p1"/>`,
      `<bpmn:lane id="lane-2" name="Owner">`,
      `<bpmn:exclusiveGateway id="join-ask">`,
      `<bpmn:exclusiveGateway id="match" name="match" default="flow-match-join-ask">`,
      `<bpmn:conditionExpression>Yes</bpmn:conditionExpression>`,
      `<bpmn:timerEventDefinition id="late-event"/>`,
      `<bpmn:documentation>About book.</bpmn:documentation>`,
    ])
      expect(xml).toContain(part);
  });
});

describe("a file of ours that another tool has changed", () => {
  it("has the name, text, lane and type that were changed there, and the rest as it was", async () => {
    const { byId, findings } = await changed(invoice, (xml) =>
      xml
        .replace(`name="record"`, `name="Write down"`)
        .replace("About record.", "In the ledger.")
        .replaceAll(/<(\/?)bpmn:manualTask/g, "<$1bpmn:userTask")
        .replace("<bpmn:flowNodeRef>book</bpmn:flowNodeRef>", "")
        .replace(/(name="Treasury">)/, "$1<bpmn:flowNodeRef>book</bpmn:flowNodeRef>"),
    );
    const was = new Map(invoice.map((step) => [step.id, step]));
    expect(byId.get("record")).toEqual({ ...was.get("record"), title: "Write down", description: "In the ledger." });
    expect(byId.get("pay")).toEqual({ ...was.get("pay"), nodeSubtype: "user" });
    expect(byId.get("book")).toEqual({ ...was.get("book"), role: "Treasury" });
    expect(byId.get("approve")).toEqual(was.get("approve"));
    expect(findings.map(({ kind, message }) => `${kind} ${message}`)).toEqual([]);
  });

  it("has what its new type needs, and the rest as it was, where an event became a task", async () => {
    const asked = invoice.map((step) => (step.id === "late" ? { ...step, openQuestions: ["How long?"] } : step));
    const { byId, findings } = await changed(asked, (xml) =>
      xml.replace(/\s*<bpmn:timerEventDefinition[^>]*>/, "").replaceAll(/(<\/?bpmn:)intermediateCatchEvent/g, "$1manualTask"),
    );
    expect(byId.get("late")).toMatchObject({
      nodeSubtype: "manual",
      openQuestions: ["How long?"],
      rationale: "Drawn so in the file",
      sources: [{ excerpt: "late" }],
    });
    expect(findings).toEqual([]);
  });

  it("has a copied task once under its own id", async () => {
    const flow = stepsOf("s event start > a", "a > e", "e event end");
    const steps = JSON.parse(JSON.stringify(flow).replaceAll('"a"', '"a b"')) as Step[];
    const { steps: read } = await changed(steps, (xml) => {
      const [task = ""] = /<bpmn:userTask[\s\S]*?<\/bpmn:userTask>/.exec(xml) ?? [];
      const copy = task.replace(/ id="[^"]*"/, ` id="copy"`).replaceAll(/\s*<bpmn:(incoming|outgoing)>.*/g, "");
      return xml.replace(task, `${task}${copy}`);
    });
    expect(read.map(({ id }) => id)).toEqual(["s", "a b", "copy", "e"]);
    expect(read.map(({ sources }) => sources.length)).toEqual([0, 1, 1, 0]);
  });

  it("is read without what we kept in it, where that is damaged", async () => {
    for (const damage of ["{", "[]", `{"confidence":"sure"}`, `{"sources":[{}]}`, "null"]) {
      const { steps: read, findings } = await changed(invoice, (xml) =>
        xml.replaceAll(/(<caseload:step>).*(?=<\/caseload:step>)/g, `$1${damage}`),
      );
      expect(
        read.map(({ id }) => id),
        damage,
      ).toEqual(invoice.map(({ id }) => id));
      expect(new Set(findings.map(({ code }) => code)), damage).toEqual(new Set(["other_tool"]));
    }
  });
});
