import { beforeEach, describe, expect, it } from "vitest";
import { editSteps } from "#contract/clarity/edit/edit-steps.ts";
import { compilePatch, rebasePatch } from "#contract/clarity/edit/guarded-patch.ts";
import { applyPatch, PatchOperation } from "#contract/clarity/edit/json-patch.ts";
import { editWords } from "#contract/clarity/edit/operation-words.ts";
import { type StepOperation, StepOperations } from "#contract/clarity/step-operation.ts";
import { Step } from "#contract/clarity/step.ts";
import { stepsOf } from "#server/clarity/flow/made-flows.cases.ts";
import { beginRandom } from "#server/testing/seed.ts";
import { staleEdits } from "./stale-edits.cases.ts";

beforeEach(() => beginRandom("edits"));

const flow = stepsOf(
  "start event start > record",
  "record task user Clerk > match",
  "match gateway exclusive > approve yes, ask no *",
  "approve > paid",
  "ask > record",
  "paid event end",
);
const source = { attribution: "Claims clerk", excerpt: "Please change it" };
const task = (id: string) => ({ id, title: id, nodeType: "task", nodeSubtype: "user" }) as const;
const edit = (...operations: StepOperation[]) => editSteps(flow, StepOperations.parse(operations), source);
const lines = (edited: ReturnType<typeof edit>) =>
  "steps" in edited
    ? edited.steps.map(
        ({ id, targetSteps }) =>
          `${id} > ${targetSteps.map(({ stepId, label, isDefault }) => [stepId, label, isDefault ? "*" : null].filter(Boolean).join(" ")).join(", ")}`,
      )
    : edited.failed;
const line = (edited: ReturnType<typeof edit>, id: string) =>
  [lines(edited)].flat().find((each) => typeof each === "string" && each.startsWith(`${id} >`));

describe("an edit of steps", () => {
  it("adds a step after another one, on its flow or on one of several", () => {
    expect(lines(edit({ op: "add", after: "record", step: task("stamp") }))).toEqual([
      "start > record",
      "record > stamp",
      "stamp > match",
      "match > approve yes, ask no *",
      "approve > paid",
      "ask > record",
      "paid > ",
    ]);
    expect(line(edit({ op: "add", after: "match", before: "ask", step: task("stamp") }), "match")).toBe("match > approve yes, stamp no *");
    const added = edit({ op: "add", after: "record", step: task("stamp") });
    const [stamp] = "steps" in added ? added.steps.filter(({ id }) => id === "stamp") : [];
    expect(Step.safeParse(stamp).success).toBe(true);
    expect(stamp?.sources).toEqual([{ ...source, locator: { type: "manual" }, resolutionStatus: "manual" }]);
  });

  it("adds a choice with its other way, and an end where no flow leaves", () => {
    const late = { id: "late", title: "Late?", nodeType: "gateway", nodeSubtype: "exclusive", condition: "late" } as const;
    const choice = edit(
      { op: "add", after: "approve", step: late },
      { op: "connect", from: "late", to: "ask", label: "Yes", isDefault: false },
    );
    expect(line(choice, "late")).toBe("late > paid *, ask Yes");
    expect(edit({ op: "add", after: "approve", step: late })).toEqual({
      failed: { stepId: "late", message: "A choice needs two or more flows" },
    });
    const end = { id: "back", title: "Returned", nodeType: "event", nodeSubtype: "end" } as const;
    expect(line(edit({ op: "disconnect", from: "ask", to: "record" }, { op: "add", after: "ask", step: end }), "ask")).toBe("ask > back");
  });

  it("removes a step so that what led to it leads on", () => {
    expect(line(edit({ op: "remove", stepId: "record" }), "start")).toBe("start > match");
    expect(line(edit({ op: "remove", stepId: "record" }), "ask")).toBe("ask > match");
    expect(line(edit({ op: "remove", stepId: "approve" }), "match")).toBe("match > paid yes, ask no *");
    expect(
      line(
        edit(
          { op: "disconnect", from: "match", to: "ask" },
          { op: "label", from: "match", to: "approve", label: null, isDefault: false },
          { op: "remove", stepId: "match" },
        ),
        "record",
      ),
    ).toBe("record > approve");
  });

  it("changes texts, lists, kinds and labels", () => {
    const changed = edit(
      { op: "rename", stepId: "record", title: "Enter" },
      { op: "set", stepId: "record", field: "role", value: "Owner" },
      { op: "set_list", stepId: "record", field: "openQuestions", values: ["Who?"] },
      { op: "set_subtype", stepId: "record", nodeSubtype: "service" },
      { op: "label", from: "match", to: "approve", label: "It does", isDefault: true },
    );
    expect("steps" in changed && changed.steps[1]).toMatchObject({
      title: "Enter",
      role: "Owner",
      openQuestions: ["Who?"],
      nodeSubtype: "service",
    });
    expect(line(changed, "match")).toBe("match > approve It does *, ask no");
  });

  it("keeps texts as steps store them, in its patch too", () => {
    const operations: StepOperation[] = [{ op: "set", stepId: "record", field: "role", value: " Owner " }];
    const set = editSteps(flow, operations, source);
    expect("steps" in set && set.steps[1]?.role).toBe("Owner");
    const compiled = compilePatch(flow, operations, source);
    expect("patch" in compiled && applyPatch({ steps: flow }, compiled.patch)).toEqual({ value: set });
  });

  it("is refused as a whole, with the step that it fails at", () => {
    const failed = (...operations: StepOperation[]) => lines(edit({ op: "rename", stepId: "record", title: "Enter" }, ...operations));
    expect(failed({ op: "remove", stepId: "gone" })).toEqual({ stepId: "gone", message: "No step has the id gone" });
    expect(failed({ op: "remove", stepId: "match" })).toMatchObject({
      stepId: "match",
      message: "Several flows leave this step. Disconnect all but one first",
    });
    expect(failed({ op: "remove", stepId: "start" })).toMatchObject({ message: "Add a start event" });
    expect(failed({ op: "add", after: "match", step: task("x") })).toMatchObject({ stepId: "match" });
    expect(failed({ op: "add", after: "record", step: task("ask") })).toMatchObject({ stepId: "ask" });
    expect(failed({ op: "connect", from: "approve", to: "gone", label: null, isDefault: false })).toMatchObject({ stepId: "gone" });
    expect(failed({ op: "connect", from: "approve", to: "paid", label: null, isDefault: false })).toMatchObject({ stepId: "approve" });
    expect(failed({ op: "connect", from: "paid", to: "ask", label: null, isDefault: false })).toMatchObject({
      stepId: "paid",
      message: "An end leads to no other step",
    });
    expect(failed({ op: "disconnect", from: "approve", to: "ask" })).toMatchObject({ stepId: "approve" });
    expect(failed({ op: "set", stepId: "match", field: "condition", value: null })).toMatchObject({ stepId: "match" });
    expect(failed({ op: "set", stepId: "record", field: "role", value: "" })).toMatchObject({ stepId: "record" });
    expect(failed({ op: "set_subtype", stepId: "record", nodeSubtype: "parallel" })).toMatchObject({ stepId: "record" });
    const many = Array.from({ length: 95 }, (_, i): StepOperation => ({ op: "add", after: "record", step: task(`n${i}`) }));
    const most = [...many, ...many, ...many, ...many].map((one, i): StepOperation =>
      one.op === "add" ? { ...one, step: task(`m${i}`) } : one,
    );
    expect(editSteps(flow, most, source)).toEqual({ failed: { stepId: null, message: "Use at most 300 steps" } });
    expect(StepOperations.safeParse([]).success).toBe(false);
    expect(StepOperations.safeParse([{ op: "rename", stepId: "a", title: "b", more: 1 }]).success).toBe(false);
  });

  it("is said in words, one change a line whatever its titles contain", () => {
    const operations: StepOperation[] = [
      { op: "add", after: "record", step: task("stamp") },
      { op: "rename", stepId: "stamp", title: "Seal; and file" },
      { op: "set", stepId: "stamp", field: "description", value: "With ink;\nbut dry" },
      { op: "set", stepId: "ask", field: "role", value: null },
      { op: "connect", from: "stamp", to: "ask", label: "Late", isDefault: false },
    ];
    const words = editWords(operations, new Map(flow.map(({ id, title }) => [id, title.toUpperCase()])));
    expect(words.split("\n")).toEqual([
      "Add stamp after RECORD",
      "Rename stamp to Seal; and file",
      "Set description of Seal; and file to With ink; but dry",
      "Clear role of ASK",
      "Connect Seal; and file to ASK as Late",
    ]);
  });
});

describe("a patch", () => {
  it("tests the step and its old value before each change", () => {
    const compiled = compilePatch(
      flow,
      [
        { op: "rename", stepId: "record", title: "Enter" },
        { op: "remove", stepId: "ask" },
      ],
      source,
    );
    const { patch } = compiled as { patch: PatchOperation[] };
    expect(patch.map((one) => `${one.op} ${one.path}`)).toEqual([
      "test /steps/1/id",
      "test /steps/1/title",
      "replace /steps/1/title",
      "test /steps/2/id",
      "test /steps/2/targetSteps",
      "replace /steps/2/targetSteps",
      "test /steps/4/id",
      "test /steps/4",
      "remove /steps/4",
    ]);
    for (const one of patch) expect(PatchOperation.safeParse(one).success).toBe(true);
    expect(compilePatch(flow, [{ op: "remove", stepId: "gone" }], source)).toEqual({
      failed: { stepId: "gone", message: "No step has the id gone" },
    });
  });

  it("is made in other steps with the same id, or names the step that has changed", () => {
    const compiled = compilePatch(flow, [{ op: "rename", stepId: "ask", title: "Ask again" }], source);
    const { patch } = compiled as { patch: PatchOperation[] };
    const shorter = edit({ op: "remove", stepId: "record" });
    const rebased = rebasePatch("steps" in shorter ? shorter.steps : [], patch);
    expect("steps" in rebased && rebased.steps.map(({ title }) => title)).toEqual(["start", "match", "approve", "Ask again", "paid"]);
    const renamed = edit({ op: "rename", stepId: "ask", title: "Write" });
    expect(rebasePatch("steps" in renamed ? renamed.steps : [], patch)).toEqual({
      failed: { stepId: "ask", message: "title has changed since" },
    });
    const gone = edit({ op: "remove", stepId: "ask" });
    expect(rebasePatch("steps" in gone ? gone.steps : [], patch)).toEqual({ failed: { stepId: "ask", message: "No step has the id ask" } });
  });

  it("is not made where it would leave a flow to nothing", () => {
    const compiled = compilePatch(flow, [{ op: "remove", stepId: "ask" }], source);
    const { patch } = compiled as { patch: PatchOperation[] };
    const live = edit({ op: "connect", from: "approve", to: "ask", label: null, isDefault: false });
    expect(rebasePatch("steps" in live ? live.steps : [], patch)).toEqual({
      failed: { stepId: "approve", message: "No step has the id ask" },
    });
  });

  it("that tests too little is refused", () => {
    const refused = (...patch: PatchOperation[]) => {
      const rebased = rebasePatch(flow, patch);
      return "failed" in rebased ? rebased.failed.message : undefined;
    };
    const id: PatchOperation = { op: "test", path: "/steps/1/id", value: "record" };
    const unguarded = "This patch does not test what it changes";
    expect(refused({ op: "replace", path: "/steps/1/title", value: "x" })).toBe(unguarded);
    expect(refused(id, { op: "replace", path: "/steps/1/title", value: "x" })).toBe(unguarded);
    expect(refused(id, { op: "remove", path: "/steps/1" })).toBe(unguarded);
    expect(refused(id, { op: "move", from: "/steps/1", path: "/steps/3" })).toBe(unguarded);
    expect(refused({ op: "replace", path: "/summary", value: "x" })).toBe(unguarded);
    expect(refused({ op: "add", path: "/steps/2", value: flow[1] })).toBe(unguarded);
    expect(refused(id, { op: "add", path: "/steps/2", value: null })).toContain("Expected");
    expect(
      refused(id, { op: "test", path: "/steps/1/title", value: "record" }, { op: "replace", path: "/steps/1/title", value: 7 }),
    ).toContain("title");
  });

  it("that is stale never changes another step than the edit would", () => {
    const { rebased, failed, corrupt } = staleEdits(600);
    expect(Math.min(rebased, failed, corrupt)).toBeGreaterThan(30);
  });
});

describe("a JSON patch", () => {
  const applied = (document: unknown, ...patch: PatchOperation[]) => {
    const result = applyPatch(document, patch);
    return "failed" in result ? result.failed.message : result.value;
  };

  it("does what RFC 6902 says", () => {
    expect(applied({ foo: "bar" }, { op: "add", path: "/baz", value: "qux" })).toEqual({ baz: "qux", foo: "bar" });
    expect(applied({ foo: ["bar", "baz"] }, { op: "add", path: "/foo/1", value: "qux" })).toEqual({ foo: ["bar", "qux", "baz"] });
    expect(applied({ baz: "qux", foo: "bar" }, { op: "remove", path: "/baz" })).toEqual({ foo: "bar" });
    expect(applied({ foo: ["bar", "qux", "baz"] }, { op: "remove", path: "/foo/1" })).toEqual({ foo: ["bar", "baz"] });
    expect(applied({ baz: "qux" }, { op: "replace", path: "/baz", value: "boo" })).toEqual({ baz: "boo" });
    expect(applied({ foo: { bar: 1 }, qux: {} }, { op: "move", from: "/foo/bar", path: "/qux/thud" })).toEqual({
      foo: {},
      qux: { thud: 1 },
    });
    expect(applied({ foo: ["all", "grass", "cows", "eat"] }, { op: "move", from: "/foo/1", path: "/foo/3" })).toEqual({
      foo: ["all", "cows", "eat", "grass"],
    });
    expect(applied({ a: [1] }, { op: "copy", from: "/a", path: "/b" })).toEqual({ a: [1], b: [1] });
    expect(applied({ foo: "bar" }, { op: "add", path: "/child", value: { grand: {} } })).toEqual({ foo: "bar", child: { grand: {} } });
    expect(applied({ foo: ["bar"] }, { op: "add", path: "/foo/-", value: ["abc"] })).toEqual({ foo: ["bar", ["abc"]] });
    expect(applied({ "/": 9, "~1": 10 }, { op: "test", path: "/~01", value: 10 }, { op: "test", path: "/~1", value: 9 })).toEqual({
      "/": 9,
      "~1": 10,
    });
    expect(applied({ a: 1 }, { op: "replace", path: "", value: 2 })).toBe(2);
    expect(applied({ a: 1 }, { op: "add", path: "", value: [] })).toEqual([]);
  });

  it("refuses what is not there, and changes nothing", () => {
    const document = { foo: [{ bar: 1 }], toString: 1 };
    const before = structuredClone(document);
    for (const one of [
      { op: "add", path: "/baz/bat", value: 1 },
      { op: "remove", path: "/bar" },
      { op: "remove", path: "" },
      { op: "replace", path: "/foo/1", value: 1 },
      { op: "add", path: "/foo/2", value: 1 },
      { op: "add", path: "/foo/01", value: 1 },
      { op: "test", path: "/foo/0/bar", value: "1" },
      { op: "test", path: "/constructor", value: null },
      { op: "test", path: "/foo/length", value: 1 },
      { op: "move", from: "/foo", path: "/foo/0" },
      { op: "copy", from: "/gone", path: "/a" },
      { op: "test", path: "foo", value: 1 },
      { op: "test", path: "/~2", value: 1 },
    ] satisfies PatchOperation[])
      expect(applyPatch(document, [{ op: "add", path: "/new", value: 1 }, one]), JSON.stringify(one)).toMatchObject({
        failed: { index: 1 },
      });
    expect(document).toEqual(before);
    expect(JSON.stringify(applied({}, { op: "add", path: "/__proto__", value: { evil: 1 } }))).toBe('{"__proto__":{"evil":1}}');
    expect(({} as { evil?: number }).evil).toBeUndefined();
  });
});
