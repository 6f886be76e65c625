import { describe, expect, it } from "vitest";
import { soundFlow } from "#server/clarity/flow/made-flows.cases.ts";
import { beginRandom } from "#server/testing/seed.ts";
import { broken, holds } from "./broken-files.cases.ts";
import { readBpmn } from "./reading/read-bpmn.ts";
import { writeBpmn } from "./writing/write-bpmn.ts";

const model = "http://www.omg.org/spec/BPMN/20100524/MODEL";
const whole = (inside: string, before = "") => `${before}<definitions xmlns="${model}"><process id="p">${inside}</process></definitions>`;
const flow = `<startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="e"/><endEvent id="e"/>`;
const bombs = Array.from({ length: 20 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join("");
const long = (length: number) => "a".repeat(length);

/** Each with the code of its refusal. */
const attacks: Readonly<Record<string, readonly [code: string, file: string | Uint8Array]>> = {
  "an entity bomb": ["declaration", whole("&e20;", `<!DOCTYPE d [<!ENTITY e0 "x">${bombs}]>`)],
  "an entity from a file": ["declaration", whole("&x;", `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>`)],
  "a document type": ["declaration", whole(flow, `<!doctype definitions>`)],
  "an instruction for programs": ["declaration", whole(flow, `<?xml-stylesheet href="http://x.example/"?>`)],
  "an instruction inside": ["declaration", whole(`<?php exit ?>${flow}`)],
  "an entity that was never declared": ["not_well_formed", whole(`${flow}<task name="&lol;"/>`)],
  "a number of no letter": ["not_well_formed", whole(`${flow}<task name="&#0;"/>`)],
  "half a letter": ["not_well_formed", whole(`<documentation>&#xd800;</documentation>${flow}`)],
  "100,000 levels": ["too_much", whole(`${"<subProcess>".repeat(100_000)}${"</subProcess>".repeat(100_000).slice(0, 500_000)}`)],
  "100,000 levels that are never closed": ["too_much", whole("<a>".repeat(100_000))],
  "200,000 references": ["too_much", whole(`<documentation>${"&amp;".repeat(200_000)}</documentation>${flow}`)],
  "200,000 references to elements": [
    "too_much",
    whole(`<laneSet><lane>${"<flowNodeRef>s</flowNodeRef>".repeat(60_000)}</lane></laneSet>${flow}`),
  ],
  "120,000 attributes of one element": ["too_much", whole(`<task ${Array.from({ length: 120_000 }, (_, i) => `a${i}="1"`).join(" ")}/>`)],
  "120,000 attributes of few elements": [
    "too_much",
    whole(`<task ${`a="1" `.repeat(1)}${Array.from({ length: 60 }, (_, i) => `b${i}=""`).join(" ")}/>`.repeat(2_000)),
  ],
  "30,000 elements": ["too_much", whole("<task/>".repeat(30_000))],
  "3 MB": ["too_large", whole(`<documentation>${long(3_000_000)}</documentation>`)],
  "UTF-16 with its mark": ["not_utf8", Buffer.from(`\ufeff${whole(flow)}`, "utf16le")],
  "UTF-16 without": ["not_well_formed", Buffer.from(whole(flow), "utf16le")],
  "letters of Latin-1": ["not_utf8", Buffer.from(whole(`<task name="\u00e9"/>`, `<?xml version="1.0" encoding="ISO-8859-1"?>`), "latin1")],
  "a declaration that is not true": ["not_utf8", whole(`<task name="\u00e9"/>`, `<?xml version="1.0" encoding="UTF-7"?>`)],
  NUL: ["not_well_formed", whole(`<task name="\u0000"/>`)],
  "half a letter as text": ["not_utf8", whole(`<task name="\ud800"/>`)],
  "elements that do not match": ["not_well_formed", whole("<task></userTask>")],
  "an attribute twice": ["not_well_formed", whole(`<task id="a" id="b"/>`)],
  "attributes without quotes": ["not_well_formed", whole("<task id=a/>")],
  "an end in the middle": ["not_well_formed", whole(flow).slice(0, 120)],
  "two roots": ["not_well_formed", `${whole(flow)}${whole(flow)}`],
  "text around": ["not_well_formed", `${whole(flow)} hello`],
  nothing: ["not_well_formed", ""],
  "no XML": ["not_well_formed", "PK\u0003\u0004"],
  JSON: ["not_well_formed", `{"steps":[]}`],
  HTML: ["not_bpmn", "<html><body/></html>"],
  SVG: ["not_bpmn", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`],
  "another version of BPMN": ["not_bpmn", whole(flow).replace(model, "http://schema.omg.org/spec/BPMN/2.0")],
  "no namespace": ["not_bpmn", whole(flow).replace(` xmlns="${model}"`, "")],
  "names of what objects have": [
    "no_process",
    `<definitions xmlns="${model}"><process id="__proto__" constructor="x" toString="y" __proto__="z"/></definitions>`,
  ],
};

describe("a hostile file", () => {
  for (const [name, [code, file]] of Object.entries(attacks))
    it(`with ${name} is refused`, async () => {
      const { steps, findings } = await readBpmn(file);
      expect(steps).toBeNull();
      expect(findings.filter(({ kind }) => kind === "refused").map((finding) => finding.code)).toEqual([code]);
    });

  it("that takes too much time or memory is refused, and the next one is read", async () => {
    // Each element has a namespace of its own, and each look at one copies all that are known.
    const names = Array.from({ length: 19_000 }, (_, i) => ` xmlns:n${i}="u${i}"`).join("");
    const costly = `<d:definitions xmlns:d="${model}"${names}><d:process id="p">${`<d:task xmlns:y="v"/><d:task/>`.repeat(9_000)}</d:process></d:definitions>`;
    const [slow, next] = await Promise.all([readBpmn(costly), readBpmn(whole(flow))]);
    expect(slow).toMatchObject({ steps: null, findings: [{ kind: "refused", code: "too_much" }] });
    expect(next.steps?.map(({ id }) => id)).toEqual(["s", "e"]);
  });

  it("with 3,000 gateways in a row is read as what is behind them", async () => {
    const gateways = Array.from(
      { length: 3_000 },
      (_, i) => `<exclusiveGateway id="g${i}"/><sequenceFlow id="x${i}" sourceRef="g${i}" targetRef="g${i + 1}"/>`,
    );
    const xml = whole(`<startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="g0"/>${gateways.join("")}<endEvent id="g3000"/>`);
    const { steps, findings } = await readBpmn(xml);
    expect(steps?.map(({ id, targetSteps }) => [id, ...targetSteps.map(({ stepId }) => stepId)])).toEqual([["s", "g3000"], ["g3000"]]);
    expect(findings).toHaveLength(501);
  });

  it("that was a file of ours is read or refused, whatever is wrong with it", async () => {
    beginRandom("broken");
    const counts = { refused: 0, read: 0, "no XML": 0 };
    for (let i = 0; i < 150; i++) counts[await holds(broken(writeBpmn(soundFlow(4 + (i % 9)), { name: "Pay" })))]++;
    expect(Object.values(counts).every((count) => count > 5)).toBe(true);
  });

  it("cannot say that a quote was found", async () => {
    const kept = JSON.stringify({ __proto__: { a: 1 }, nodeType: "gateway", targetSteps: [], id: "e" }).replace(
      "{",
      `{"__proto__":{"polluted":true},`,
    );
    const xml = whole(
      `<startEvent id="s"><extensionElements><c:step xmlns:c="urn:caseload:clarity:1">${kept}</c:step></extensionElements></startEvent>${flow.slice(20)}`,
    );
    const { steps } = await readBpmn(xml);
    expect(steps?.map(({ id, nodeType, targetSteps }) => [id, nodeType, targetSteps.length])).toEqual([
      ["e", "event", 1],
      ["step-1", "event", 0],
    ]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
