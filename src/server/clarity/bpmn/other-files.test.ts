import { describe, expect, it } from "vitest";
import { Steps } from "#contract/clarity/step.ts";
import { faultsOf } from "#contract/clarity/flow/step-faults.ts";
import { readBpmn } from "./reading/read-bpmn.ts";

/** A file as other tools write them. Flows are given as `a > b: label`, and those after a star are conditions. */
function file(nodes: string, flows: readonly string[], { more = "", process = "", lanes = "" } = {}): string {
  const drawn = flows.map((flow, i) => {
    const [, from = "", to = "", label = "", condition = ""] = /^(\w+) > (\w+)(?:: ([^*]*))?(?:\*(.*))?$/.exec(flow) ?? [];
    const inside = condition && `<conditionExpression xsi:type="tFormalExpression">${condition}</conditionExpression>`;
    return `<sequenceFlow id="f${i}" sourceRef="${from}" targetRef="${to}"${label && ` name="${label.trim()}"`}>${inside}</sequenceFlow>`;
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:tool="urn:tool" targetNamespace="urn:t">
    ${more}<process id="p" name="Pay" ${process}>${lanes}${nodes}${drawn.join("")}</process></definitions>`;
}
const ends = `<startEvent id="s"/><endEvent id="e"/>`;
const task = (id: string, more = "", inside = "") => `<userTask id="${id}" name="${id}" ${more}>${inside}</userTask>`;

async function read(xml: string) {
  const { steps, findings, ...rest } = await readBpmn(xml);
  if (steps) {
    expect(Steps.safeParse(steps).error).toBeUndefined();
    expect(faultsOf(steps)).toEqual([]);
  }
  const flows = steps?.flatMap(({ id, targetSteps }) =>
    targetSteps.map(({ stepId, label, isDefault }) => `${id} > ${stepId}${label === null ? "" : `: ${label}`}${isDefault ? " *" : ""}`),
  );
  return { ...rest, steps, flows, said: findings.map(({ kind, elementId, message }) => `${kind} ${elementId ?? "-"}: ${message}`) };
}

describe("a file of another tool", () => {
  it("comes in as it is drawn, in the order of its flow", async () => {
    const xml = file(
      `<endEvent id="e" name="Paid"/>${task("b")}<exclusiveGateway id="j"/><exclusiveGateway id="g" name="Right?" default="f3"/>${task("a", "", "<documentation>Type it in.</documentation>")}<startEvent id="s"/>`,
      ["s > a", "a > g", "g > b: No", "g > j: Yes", "b > j", "j > e"],
      {
        lanes: `<laneSet id="ls"><lane id="l1" name="AP&#10;clerk"><flowNodeRef>s</flowNodeRef><flowNodeRef>a</flowNodeRef><flowNodeRef>g</flowNodeRef><flowNodeRef>j</flowNodeRef></lane><lane id="l2" name="Owner"><flowNodeRef>b</flowNodeRef><flowNodeRef>e</flowNodeRef></lane></laneSet>`,
      },
    );
    const { steps, flows, said, name } = await read(xml);
    expect([name, said]).toEqual(["Pay", []]);
    expect(steps?.map(({ id, title, role }) => [id, title, role])).toEqual([
      ["s", "Start", "AP clerk"],
      ["a", "a", "AP clerk"],
      ["g", "Right?", "AP clerk"],
      ["b", "b", "Owner"],
      ["e", "Paid", "Owner"],
    ]);
    expect(flows).toEqual(["s > a", "a > g", "g > b: No", "g > e: Yes *", "b > e"]);
    expect(steps?.[1]).toMatchObject({
      description: "Type it in.",
      sources: [
        {
          attribution: "BPMN file",
          excerpt: "a",
          locator: { type: "bpmn_element", elementId: "a", elementType: "bpmn:UserTask", name: "a" },
        },
      ],
    });
  });

  it("quotes the file that it is said to be", async () => {
    const captureId = "5b8c1b3e-6f1c-4c38-9d0a-0d5f3f1f7a11";
    const { steps } = await readBpmn(file(`${ends}${task("a")}`, ["s > a", "a > e"]), { attribution: "pay.bpmn", captureId });
    expect(steps?.[1]?.sources).toMatchObject([{ attribution: "pay.bpmn", captureId }]);
  });

  it("needs no lanes, names or drawing", async () => {
    const { steps, said } = await read(
      file(`${ends}<manualTask id="m"/><exclusiveGateway id="g"/><scriptTask id="c" name=" "/>`, [
        "s > g",
        "g > m: yes",
        "g > c: no",
        "m > e",
        "c > e",
      ]),
    );
    expect(steps?.map(({ title, role }) => [title, role])).toEqual([
      ["Start", null],
      ["Exclusive gateway", null],
      ["Manual task", null],
      ["Script task", null],
      ["End", null],
    ]);
    expect(said).toEqual([
      "changed f2: No flow of this choice is its default. This one is taken for it",
      "changed g: It has no name and is called “Exclusive gateway”",
      "changed m: It has no name and is called “Manual task”",
      "changed c: It has no name and is called “Script task”",
    ]);
  });

  it("says what was left out", async () => {
    const { steps, said } = await read(
      file(
        `${ends}${task("a", `tool:form="x"`, `<extensionElements><tool:field><tool:x/></tool:field></extensionElements><multiInstanceLoopCharacteristics/>`)}
        <task id="b" name="b"/><intermediateCatchEvent id="w" name="Wait"><timerEventDefinition><timeDuration>P2D</timeDuration></timerEventDefinition></intermediateCatchEvent>
        <dataObject id="d"/><dataObjectReference id="dr" name="Invoice" dataObjectRef="d"/><exclusiveGateway id="one" name="Once"/>
        <textAnnotation id="t"><text>On Fridays</text></textAnnotation><association id="as" sourceRef="t" targetRef="a"/>`,
        ["s > a", "a > b", "b > one", "one > w: on", "w > e"],
        { more: `<message id="m1"/><message id="m2"/><signal id="sg" name="Go"/>` },
      ),
    );
    expect(steps?.map(({ id }) => id)).toEqual(["s", "a", "b", "w", "e"]);
    expect(said).toEqual([
      "left_out sg: A signal is left out",
      "left_out -: Left out: 2 of the type message, without a name",
      "left_out t: A text annotation is left out",
      "left_out as: An association is left out",
      "left_out a: Left out: loop characteristics",
      "changed b: A task without a type is read as a user task",
      "left_out w: Left out: time duration “P2D”",
      "left_out d: A data object is left out",
      "left_out dr: A data object reference is left out",
      "left_out one: A gateway with one flow out decides nothing and is left out",
      "left_out one: Left out: name, name of the flow behind it",
      "left_out a: Left out, of another tool: tool:form",
      "left_out a: Left out, of another tool: tool:field",
    ]);
  });

  it("says what is read as something else", async () => {
    const { steps, said } = await read(
      file(
        `<startEvent id="s"><messageEventDefinition/></startEvent><endEvent id="e"><signalEventDefinition/></endEvent>
        <intermediateThrowEvent id="m" name="Tell"><messageEventDefinition/></intermediateThrowEvent>
        <parallelGateway id="both"/><inclusiveGateway id="i"/>${task("a")}${task("b")}`,
        ["s > m", "m > both", "both > a", "both > b", "a > i", "b > i", "i > e"],
      ),
    );
    expect(steps?.map(({ nodeSubtype }) => nodeSubtype)).toEqual(["start", "message", "parallel", "user", "user", "end"]);
    expect(said).toEqual([
      "changed s: Read as a plain start: it has the type message",
      "changed e: Read as a plain end: it has the type signal",
      "changed m: Read as a message that is waited for: it is one that is sent",
      "changed i: Read as a join that waits for nothing: no inclusive gateway opens its branches",
    ]);
  });

  it("keeps conditions with the choice that they are of", async () => {
    const { steps, flows } = await read(
      file(`${ends}<inclusiveGateway id="g" name="How much?" default="f2"/>${task("a")}${task("b")}`, [
        "s > g",
        "g > a: much *total &gt; 100",
        "g > b: else",
        "g > e*total &lt; 0",
        "a > e",
        "b > e",
      ]),
    );
    expect(flows?.slice(1, 4)).toEqual(["g > a: much", "g > b: else *", "g > e: total < 0"]);
    expect(steps?.[1]).toMatchObject({ condition: "How much?\nmuch: total > 100" });
  });

  it("is refused element by element, each with its reason", async () => {
    const { steps, said } = await read(
      file(
        `${ends}${task("a")}<subProcess id="sub" name="Check"><startEvent id="s2"/><task id="t2"/></subProcess><subProcess id="ev" triggeredByEvent="true"/>
        <callActivity id="call" name="Other"/><boundaryEvent id="b" attachedToRef="a"><timerEventDefinition/></boundaryEvent><eventBasedGateway id="eg"/><complexGateway id="cg"/>
        <intermediateThrowEvent id="none"/><intermediateCatchEvent id="sig"><signalEventDefinition/></intermediateCatchEvent><endEvent id="kill"><terminateEventDefinition/></endEvent>
        <task id="undo" isForCompensation="true"/>`,
        ["s > a", "a > sub: x *ready", "sub > e", "b > e"],
      ),
    );
    expect(steps).toBeNull();
    expect(said.filter((each) => each.startsWith("refused"))).toEqual([
      "refused sub: It has 2 elements inside. Steps have no sub-processes. Draw its elements in the process itself",
      "refused ev: Steps have no event sub-processes",
      "refused call: A step cannot call another process. Draw it as a task",
      "refused b: Steps have no events on the border of a task. Draw a choice after the task",
      "refused eg: Steps have no gateway that waits for the first event. Draw a choice",
      "refused cg: Steps have no complex gateways. Use an exclusive, inclusive or parallel one",
      "refused none: Steps have no event without a type between start and end",
      "refused sig: Steps have no intermediate catch event of the type signal",
      "refused kill: Steps have no end event of the type terminate",
      "refused undo: Steps have no tasks that undo others",
    ]);
  });

  it("can be quoted, whether or not steps can be made of it", async () => {
    const { elements } = await readBpmn(
      file(
        `${ends}<subProcess id="sub" name="Check&#10;it"><task id="in" name="Look"><documentation>At both.</documentation></task></subProcess><textAnnotation id="t"><text>On Fridays</text></textAnnotation><association id="as" sourceRef="t" targetRef="sub"/>
        <intermediateCatchEvent id="w"><timerEventDefinition><timeDuration>P2D</timeDuration></timerEventDefinition></intermediateCatchEvent>`,
        ["s > sub: ready *total &gt; 1", "sub > e"],
        { lanes: `<laneSet id="ls"><lane id="l" name="Clerk"><flowNodeRef>sub</flowNodeRef></lane></laneSet>` },
      ),
    );
    expect(elements.map(({ elementId, elementType, name, text, role }) => [elementId, elementType, name, text, role])).toEqual([
      ["p", "bpmn:Process", "Pay", null, null],
      ["l", "bpmn:Lane", "Clerk", null, null],
      ["sub", "bpmn:SubProcess", "Check it", null, "Clerk"],
      ["in", "bpmn:Task", "Look", "At both.", null],
      ["w", "bpmn:IntermediateCatchEvent", null, "P2D", null],
      ["f0", "bpmn:SequenceFlow", "ready", "total > 1", null],
      ["f1", "bpmn:SequenceFlow", null, null, null],
      ["t", "bpmn:TextAnnotation", null, "On Fridays", null],
      ["as", "bpmn:Association", null, null, null],
    ]);
    expect(elements.flatMap(({ joins }) => (joins ? [`${joins.from} > ${joins.to}`] : []))).toEqual([
      "start event > Check it",
      "Check it > end event",
      "On Fridays > Check it",
    ]);
  });

  it("says what is left out of each of its processes", async () => {
    const looped = task("b", "", "<multiInstanceLoopCharacteristics/>");
    const other = `<process id="q"><startEvent id="q1"/></process>`;
    const { said } = await read(file(`${ends}${looped}<dataObject id="d"/>`, ["s > b", "b > e"], { more: other }));
    expect(said).toEqual(expect.arrayContaining(["left_out b: Left out: loop characteristics", "left_out d: A data object is left out"]));
  });

  it("says of what it cannot be quoted by: an element without an id, or with a long one", async () => {
    const { said, steps } = await read(
      file(`${ends}<userTask id="a" name="a"/><textAnnotation><text>On Fridays</text></textAnnotation>`, ["s > a", "a > e"]),
    );
    expect(steps).not.toBeNull();
    expect(said).toContain("left_out -: It has no id, so it cannot be cited");
    const long = "x".repeat(501);
    const { elements, said: all } = await read(
      file(`${ends}<dataObjectReference id="${long}" name="Invoice"/>${task("a")}`, ["s > a", "a > e"]),
    );
    expect(elements.map(({ name }) => name)).not.toContain("Invoice");
    expect(all).toContain(`left_out ${long}: Its id is longer than 500 characters, so it cannot be cited`);
  });

  it("is refused where it has several pools, processes or a choreography", async () => {
    const pools = await read(
      file(ends, ["s > e"], {
        more: `<collaboration id="c"><participant id="p1" name="Us" processRef="p"/><participant id="p2" name="Supplier"/><messageFlow id="mf" sourceRef="p1" targetRef="p2"/></collaboration>`,
      }),
    );
    expect(pools.said).toEqual([
      "refused mf: Steps have one pool and no message flows. Draw the message as an event or a task",
      "refused p1: Steps have one pool, and this file has 2",
      "refused p2: Steps have one pool, and this file has 2",
      "left_out p: Left out: name “Pay”",
    ]);
    const others = await read(file(ends, ["s > e"], { more: `<choreography id="ch"/><process id="q"><startEvent id="q1"/></process>` }));
    expect(others.said).toEqual([
      "refused ch: Steps have no choreography",
      "refused q: Steps are one process, and this file has 2",
      "refused p: Steps are one process, and this file has 2",
    ]);
    expect((await read(file("", []))).said).toEqual(["refused -: This file has no process with elements"]);
  });

  it("is refused where its flow leads nowhere, or is none", async () => {
    const said = async (nodes: string, flows: string[]) => (await read(file(nodes, flows))).said;
    expect(await said(`${ends}${task("a")}`, ["s > a", "a > gone"])).toEqual([
      "refused f1: Its target ref refers to gone, which is not in this file",
    ]);
    expect(await said(`${ends}${task("a")}${task("a")}`, ["s > a"])).toEqual(["refused a: Another element has the same id"]);
    expect(await said(`${ends}<sequenceFlow id="x" sourceRef="s"/>`, ["s > e"])).toEqual([
      "refused x: This flow does not lead from one element of the process to another",
    ]);
    expect(await said(`${ends}<blub id="x"/>`, ["s > e"])).toEqual(["refused -: BPMN 2.0 has no such element here"]);
    expect(await said(task("a"), [])).toEqual(["refused p: Add a start event"]);
    expect(await said(`${ends}<exclusiveGateway id="g" name="g"/>`, ["s > g"])).toEqual(["refused g: A choice needs two or more flows"]);
    expect(await said(`${ends}<exclusiveGateway id="g"/><exclusiveGateway id="h"/>`, ["s > g", "g > h", "h > g"])).toEqual([
      "refused g: Gateways lead in a circle without a step",
      "refused h: Gateways lead in a circle without a step",
      "left_out h: A gateway with one flow out decides nothing and is left out",
    ]);
    expect(await said(`${ends}${task("a", `default="f1"`)}`, ["s > a", "a > e", "a > e: big *total"])).toEqual([
      "refused a: Only a choice has a default flow. Draw one after this",
      "refused f2: A flow with a condition has to leave a choice. Draw one before it",
    ]);
  });

  it("is cut where it says more than a step can, and says so", async () => {
    const long = "word ".repeat(60).trim();
    const { steps, said } = await read(file(`${ends}<userTask id="a" name="${long}"/>`, [`s > a: ${long}`, "a > e"]));
    expect([steps?.[1]?.title.length, steps?.[0]?.targetSteps[0]?.label?.length]).toEqual([200, 200]);
    expect(said).toEqual([
      "changed f0: Its label is longer than 200 characters and is cut",
      "changed a: Its name is longer than 200 characters and is cut",
    ]);
  });

  it("has roles without letters that nobody sees, and lanes without a name say whose they are", async () => {
    const lane = (id: string, name: string, node: string) => `<lane id="${id}" name="${name}"><flowNodeRef>${node}</flowNodeRef></lane>`;
    const lanes = `<laneSet id="ls">${lane("l1", "Cl\u200berk", "s")}${lane("l2", "\u200b", "a")}${lane("l3", "word ".repeat(60).trim(), "e")}<lane id="l4" name="Empty"/></laneSet>`;
    const { steps, said } = await read(file(`${ends}${task("a")}`, ["s > a", "a > e"], { lanes }));
    expect(steps?.map(({ role }) => role?.length ?? null)).toEqual([5, null, 200]);
    expect(said).toEqual([
      "changed l3: Its name is longer than 200 characters and is cut",
      "left_out l4: A lane without elements is left out",
      "changed l2: A lane without a name is read as that of the step before",
    ]);
  });

  it("lists a thousand findings at most, and counts the others", async () => {
    const many = Array.from({ length: 700 }, (_, i) => `<subProcess id="r${i}"/><dataObject id="d${i}"/>`).join("");
    const { said } = await read(file(`${ends}${many}`, ["s > e"]));
    expect([said.length, said.at(-1)]).toEqual([1_001, "left_out -: 400 more findings are not listed"]);
  });
});
