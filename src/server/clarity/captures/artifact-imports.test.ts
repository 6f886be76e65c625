import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type ArtifactType,
  artifactTypeOf,
  completeClarityArtifactImport,
  createClarityArtifactImportUploadUrl,
  listClarityCaptureFindings,
} from "#contract/clarity/artifact-imports.ts";
import {
  completeClarityCapture,
  createClarityCaptureUploadUrl,
  deleteClarityCapture,
  getClarityCaptureDownloadUrl,
  maxCaptures,
} from "#contract/clarity/captures.ts";
import { generateClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { duplicateClarityProcess, getClarityProcess } from "#contract/clarity/processes.ts";
import { workspaceOf } from "#server/clarity/generation/workspace.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { emptyProcess, put, unitsOf } from "./capturing.cases.ts";

let service: TestService;
let process_id: string;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());
beforeEach(async () => void (process_id = await emptyProcess(service)));

const model = "http://www.omg.org/spec/BPMN/20100524/MODEL";
const map = (inside: string, { before = "", more = "" } = {}) =>
  `${before}<definitions xmlns="${model}">${more}<process id="p" name="Pay">${inside}</process></definitions>`;
const flow = `<startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="e"/><endEvent id="e"/>`;

async function uploaded(file_name: string, bytes: string | Buffer, content_type: ArtifactType = artifactTypeOf(file_name) ?? "text/xml") {
  const body = { file_name, content_type };
  const { signed_url, capture_id } = await service.ok(
    createClarityArtifactImportUploadUrl,
    { params: { process_id }, body },
    { as: "member" },
  );
  expect((await put(signed_url, bytes)).status).toBe(200);
  return { params: { process_id, capture_id }, body };
}
const imported = async (...file: Parameters<typeof uploaded>) =>
  (await service.ok(completeClarityArtifactImport, await uploaded(...file), { as: "member" })).capture;
const refused = async (...file: Parameters<typeof uploaded>) =>
  service.fails(completeClarityArtifactImport, await uploaded(...file), "capture_unreadable");
const evidenceOf = (capture_id: string) => unitsOf(service, { process_id, capture_id });
const findingsOf = async (capture_id: string) =>
  (await service.ok(listClarityCaptureFindings, { params: { process_id, capture_id } })).findings;

describe("a process map", () => {
  const drawn = map(
    `<laneSet id="ls"><lane id="l" name="Clerk"><flowNodeRef>a</flowNodeRef><flowNodeRef>g</flowNodeRef></lane></laneSet>
     <startEvent id="s"/><userTask id="a" name="Check&#10;invoice"><documentation>In the ledger.&#10;Twice.</documentation></userTask>
     <exclusiveGateway id="g" name="Right?" default="f3"/><endEvent id="e"/>
     <sequenceFlow id="f1" sourceRef="s" targetRef="a"/><sequenceFlow id="f2" sourceRef="a" targetRef="g"/>
     <sequenceFlow id="f3" sourceRef="g" targetRef="e" name="yes"/><sequenceFlow id="f4" sourceRef="g" targetRef="a" name="no"/>`,
  );

  it("is read element by element, with what each flow joins and whose lane an element is in", async () => {
    const capture = await imported("pay.bpmn.xml", drawn);
    expect(capture).toMatchObject({ type: "document", status: "complete", documentFileName: "pay.bpmn.xml", userName: "member" });
    const evidence = await evidenceOf(capture.id);
    expect(evidence.map(({ text }) => text)).toEqual([
      "Pay",
      "Clerk",
      "Clerk: Check invoice",
      "In the ledger.",
      "Twice.",
      "Clerk: Right?",
      "start event → Check invoice",
      "Check invoice → Right?",
      "Right? → end event: yes",
      "Right? → Check invoice: no",
    ]);
    expect(evidence[2]?.locator).toEqual({
      type: "bpmn_element",
      elementId: "a",
      elementType: "bpmn:UserTask",
      name: "Check invoice",
    });
    expect(capture.transcript).toEqual([{ source: "user", message: evidence.map(({ text }) => text).join("\n") }]);
    expect(await findingsOf(capture.id)).toEqual([]);
    const asked = { process: "Pay", guidance: null, captures: [capture.id] };
    const { workspace } = await workspaceOf(service.app.services.store.db, process_id, asked);
    expect(workspace.captures[0]?.units[2]).toEqual(["c1.3", null, "user task: Clerk: Check invoice"]);
    const { process, captures } = await service.ok(getClarityProcess, { params: { process_id }, query: { captures: "lite" } });
    expect([process.status, captures.map(({ id }) => id)]).toEqual(["collecting", [capture.id]]);
    const { url } = await service.ok(getClarityCaptureDownloadUrl, { params: { process_id, capture_id: capture.id } });
    expect(await (await fetch(url)).text()).toBe(drawn);
  });

  it("names what no step can hold, also in a copy; what has a name or a text can be cited all the same", async () => {
    const pools = `<collaboration id="c"><participant id="us" name="Us" processRef="p"/><participant id="them" name="Supplier"/><messageFlow id="m" name="Order" sourceRef="us" targetRef="them"/></collaboration>`;
    const inside = `${flow}<subProcess id="sub" name="Check"><task id="in" name="Look"/></subProcess><boundaryEvent id="b" attachedToRef="sub"><timerEventDefinition><timeDuration>P2D</timeDuration></timerEventDefinition></boundaryEvent>`;
    const { id } = await imported("pay.xml", map(inside, { more: pools }));
    const told = async (capture: string) =>
      (await findingsOf(capture)).map(({ element_id, message, evidence_id }) => [
        element_id,
        message.split(".")[0],
        evidence_id?.startsWith(capture) && evidence_id.split(":")[1],
      ]);
    const evidence = await evidenceOf(id);
    expect(evidence.map(({ text }) => text)).toEqual([
      "Us",
      "Supplier",
      "Us → Supplier: Order",
      "Pay",
      "start event → end event",
      "Check",
      "Look",
      "P2D",
    ]);
    const all = [
      ["m", "Steps have one pool and no message flows", "2"],
      ["us", "Steps have one pool, and this file has 2", "0"],
      ["them", "Steps have one pool, and this file has 2", "1"],
      ["p", "Left out: name “Pay”", "3"],
      ["sub", "It has 1 element inside", "5"],
      ["b", "Steps have no events on the border of a task", "7"],
    ];
    expect(await told(id)).toEqual(all);
    const { process } = await service.ok(duplicateClarityProcess, { params: { process_id } });
    process_id = process.id;
    const { captures } = await service.ok(getClarityProcess, { params: { process_id }, query: { captures: "lite" } });
    expect(await told(captures[0]?.id ?? "")).toEqual(all);
  });

  it("loses no letter of long names and texts, and is refused where they are too many", async () => {
    const [name, text] = ["Check ".repeat(500).trim(), "Ask twice. ".repeat(2_000).trim()];
    const { id, transcript } = await imported("pay.xml", map(`<task id="t" name="${name}"><documentation>${text}</documentation></task>`));
    const said = (transcript?.[0]?.message ?? "").split("\n").slice(1).join(" ");
    expect(said).toBe(`${name} ${text}`);
    expect((await evidenceOf(id)).every(({ text: { length } }) => length <= 600)).toBe(true);
    expect((await refused("pay.xml", map(`<task id="t"><documentation>${"a".repeat(1_000_001)}</documentation></task>`))).message).toMatch(
      "1,000,000 characters",
    );
  });

  it("is refused element by element where its references lead nowhere or its ids are not its own", async () => {
    const { message, issues } = await refused(
      "pay.xml",
      map(`${flow}<sequenceFlow id="x" sourceRef="s" targetRef="gone"/><task id="s" name="Pay"/><blub id="y"/>`),
    );
    expect(message).toBe("s: Another element has the same id, and 2 more.");
    expect(issues).toEqual([
      { path: ["s"], message: "s: Another element has the same id" },
      { path: ["blub"], message: "blub: BPMN 2.0 has no such element here" },
      { path: ["x"], message: "x: Its target ref refers to gone, which is not in this file" },
    ]);
    expect((await refused("pay.xml", `<definitions xmlns="${model}"><process id="p"/></definitions>`)).message).toBe(
      "This file has no process with elements.",
    );
  });

  it("that would cost too much or reach out is refused with the reason", async () => {
    const bomb = Array.from({ length: 20 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join("");
    const attacks: readonly (readonly [string, string | Buffer])[] = [
      ["This file has a document type. Remove it.", map(flow, { before: `<!DOCTYPE d [<!ENTITY e0 "x">${bomb}]>` })],
      ["This file has a document type. Remove it.", map("&x;", { before: `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>` })],
      ["This file has an instruction for programs. Remove it.", map(flow, { before: `<?xml-stylesheet href="http://x.example/"?>` })],
      ["This file has more than 64 levels.", map("<subProcess>".repeat(100_000))],
      ["This file has more than 2 MB.", map("<subProcess>".repeat(1_500_000))],
      ["This file has more than 20,000 elements.", map("<task/>".repeat(30_000))],
      ["This file has more than 20,000 “&”.", map(`${flow}<task name="${"&amp;".repeat(30_000)}"/>`)],
      ["This file is not encoded in UTF-8.", Buffer.from(map(`<task name="\u00e9"/>`), "latin1")],
      ["This is no BPMN 2.0 file.", `<svg xmlns="http://www.w3.org/2000/svg"/>`],
      ["This is no BPMN 2.0 file.", map(flow).replace("20100524", "20090524")],
    ];
    for (const [reason, file] of attacks) expect((await refused("pay.xml", file)).message).toBe(reason);
  });
});

describe("a picture", () => {
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

  it("is kept as it is, and nothing is read from it", async () => {
    const svg = `<?xml version="1.0"?><!-- a board --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg xmlns="http://www.w3.org/2000/svg"/>`;
    for (const [name, bytes] of [
      ["board.svg", svg],
      ["board.PNG", png],
      ["board.jpg", Buffer.from("ffd8ffe0", "hex")],
    ] as const) {
      const capture = await imported(name, bytes);
      expect(capture).toMatchObject({ status: "complete", transcript: null, documentFileName: name });
      expect([await evidenceOf(capture.id), await findingsOf(capture.id)]).toEqual([[], []]);
    }
    const generate = { params: { process_id, kind: "current_process" as const } };
    expect((await service.fails(generateClarityProcessSnapshot, generate, "nothing_captured")).message).toMatch("text");
  });

  it("is what its type says", async () => {
    expect((await refused("a.png", "GIF89a")).message).toBe("This file is not a PNG picture.");
    expect((await refused("a.jpeg", png)).message).toBe("This file is not a JPEG picture.");
    expect((await refused("a.svg", "<html><svg/></html>")).message).toBe("This file is not an SVG picture in UTF-8.");
    expect((await refused("a.svg", `<!DOCTYPE svg [<!ENTITY x "y">]><svg/>`)).message).toBe("This file is not an SVG picture in UTF-8.");
  });
});

describe("an import", () => {
  it("has the type that the end of its name says", async () => {
    const params = { process_id };
    for (const [file_name, content_type] of [
      ["a.png", "image/svg+xml"],
      ["a.svg", "image/png"],
      ["a.jpg", "image/png"],
      ["pay.xml", "image/svg+xml"],
      ["a.svg", "text/xml"],
    ] as const) {
      const input = { params, body: { file_name, content_type } };
      const { issues } = await service.fails(createClarityArtifactImportUploadUrl, input, "invalid_request");
      expect(issues).toEqual([{ path: ["content_type"], message: "Use the type that the end of the file name says" }]);
      const { params: uploadedTo } = await uploaded("a.svg", "<svg/>");
      await service.fails(completeClarityArtifactImport, { ...input, params: uploadedTo }, "invalid_request");
    }
  });

  it("takes the name and type that it ends with, once", async () => {
    const { params } = await uploaded("draft.svg", map(flow));
    const body = { file_name: "pay.xml", content_type: "application/xml" as const };
    const { capture } = await service.ok(completeClarityArtifactImport, { params, body }, { as: "member" });
    expect(capture.documentFileName).toBe("pay.xml");
    const again = { params, body: { file_name: "b.png", content_type: "image/png" as const } };
    expect((await service.ok(completeClarityArtifactImport, again)).capture).toEqual(capture);
  });

  it("waits for its file, and is no operation for documents", async () => {
    const body = { file_name: "pay.xml", content_type: "text/xml" as const };
    const { capture_id } = await service.ok(createClarityArtifactImportUploadUrl, { params: { process_id }, body });
    await service.fails(completeClarityArtifactImport, { params: { process_id, capture_id }, body }, "not_uploaded");
    await service.fails(completeClarityCapture, { params: { process_id, capture_id } }, "not_found");
    await service.fails(listClarityCaptureFindings, { params: { process_id, capture_id } }, "not_found");
    const document = await service.ok(createClarityCaptureUploadUrl, { params: { process_id }, body: { file_name: "a.txt" } });
    const asMap = { params: { process_id, capture_id: document.capture_id }, body };
    await service.fails(completeClarityArtifactImport, asMap, "not_found");
  });

  it("is for no request that is not there, and finds no room past two hundred captures", async () => {
    const body = { file_name: "pay.xml", content_type: "text/xml" as const };
    const asked = { params: { process_id }, body: { ...body, extra_capture_request_id: process_id } };
    await service.fails(createClarityArtifactImportUploadUrl, asked, "not_found");
    const { id } = await imported("pay.xml", map(flow));
    await service.ok(deleteClarityCapture, { params: { id: process_id, captureId: id } }, { as: "member" });
    await service.pool.query(
      `insert into clarity_captures (id, process_id, user_id, type, status)
       select gen_random_uuid(), $1, $2, 'document', 'complete' from generate_series(1, $3::int)`,
      [process_id, service.ids.member, maxCaptures],
    );
    await service.fails(createClarityArtifactImportUploadUrl, { params: { process_id }, body }, "too_many");
  });
});
