import { expect, it } from "vitest";
import { readBpmn } from "#server/clarity/bpmn/reading/read-bpmn.ts";
import { writeBpmn } from "#server/clarity/bpmn/writing/write-bpmn.ts";
import { checking } from "#server/gates/stage/clarity-steps.ts";
import { sentFile } from "./sent-file.ts";

const nobody = { owner: null, approver: null, approverKey: undefined };
const people = { owner: "/glossary/lead", approver: "/glossary/head", approverKey: "meta-approver" };
const data = (key: string, value: string) =>
  `<signavio:signavioDiagramMetaData xmlns:signavio="http://www.signavio.com" metaKey="${key}" metaValue="${value}"/>`;
const both = data("meta-processowner", "/glossary/lead") + data("meta-approver", "/glossary/head");

it("has the same steps and flows, and nothing that only we understand", async () => {
  const sent = sentFile(writeBpmn(checking(), { name: "Pay", description: "How it is paid" }), people);
  expect(sent).not.toMatch(/<\/?caseload:/);
  expect(sent).not.toContain("I check it.");
  expect(sent).not.toMatch(/<bpmn:extensionElements>\s*<\/bpmn:extensionElements>/);
  const { steps, findings } = await readBpmn(sent);
  expect(findings.filter(({ kind }) => kind === "refused")).toEqual([]);
  const told = (list: readonly { title: string; role: string | null; nodeSubtype: string; targetSteps: readonly object[] }[] | null) =>
    list?.map(({ title, nodeSubtype, targetSteps }) => [title, nodeSubtype, targetSteps.length]);
  expect(told(steps)).toEqual(told(checking()));
});

it("names owner and approver at the pools, at the process where there are none, and behind documentation", () => {
  const of = (inside: string) => `<definitions>${inside}</definitions>`;
  const sent = (inside: string) => sentFile(of(inside), people);
  expect(sent(`<collaboration id="c"><participant id="p"/></collaboration><process id="q"/>`)).toBe(
    of(`<collaboration id="c"><extensionElements>${both}</extensionElements><participant id="p"/></collaboration><process id="q"/>`),
  );
  expect(sent(`<b:process id="a > b"><b:documentation>x</b:documentation><b:task id="t"/></b:process>`)).toBe(
    of(
      `<b:process id="a > b"><b:documentation>x</b:documentation><b:extensionElements>${both}</b:extensionElements><b:task id="t"/></b:process>`,
    ),
  );
  expect(sent(`<process id="a"><extensionElements><x/></extensionElements></process>`)).toBe(
    of(`<process id="a"><extensionElements>${both}<x/></extensionElements></process>`),
  );
});

it("takes no comment, text or other prefix for an element", () => {
  const kept = `<definitions xmlns:caseload="urn:other"><!-- <collaboration> --><process id="a"><documentation><![CDATA[<collaboration>]]></documentation><caseload:step>x</caseload:step></process></definitions>`;
  expect(sentFile(kept, nobody)).toBe(kept);
  expect(sentFile(kept, { ...people, approver: null })).toContain(
    `]]></documentation><extensionElements>${data("meta-processowner", "/glossary/lead")}</extensionElements>`,
  );
  const ours = `<definitions xmlns:c="urn:caseload:clarity:1"><process id="a"><c:step>{"a":"<![CDATA[</c:step>]]>"}</c:step><task id="t"/></process></definitions>`;
  expect(sentFile(ours, nobody)).toBe(
    `<definitions xmlns:c="urn:caseload:clarity:1"><process id="a"><task id="t"/></process></definitions>`,
  );
});
