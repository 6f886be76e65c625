import { describe, expect, test } from "vitest";
import type { BundleFile, Config, ModelStepData } from "#contract/agents/config.ts";
import { stepFrom, walkOn } from "./change-stops.ts";
import { compareFiles, compareLists } from "./compare.ts";
import { blocksOf, differencesOf } from "./compare-sections.ts";

const model = (data: Partial<ModelStepData> = {}): Config => ({ version: "v1", data: { model: "scripted", input: "Say hello", ...data } });
const bundle = (files: BundleFile[]): Config => ({
  version: "v1",
  data: { language: "python", source: { kind: "files", startCommand: "python main.py", bundle: { bucket: "team", files } } },
});
const file = (path: string, digit: string): BundleFile => ({ path, sha256: digit.repeat(64), sizeBytes: 1 });
const changesOf = (before: Config, after: Config) => {
  const difference = compareFiles(before, after);
  return difference?.kind === "files" ? difference.changes : [];
};
const parts = (before: Config, after: Config) => differencesOf({ config: before }, { config: after }).map(({ id }) => id);

describe("a comparison", () => {
  test("of some tools with every tool names those that come", () => {
    const some = model({ tools: [{ type: "files" }, { type: "human_request" }, { type: "python" }, { type: "memory" }] });
    const [tools] = differencesOf({ config: some }, { config: model() });
    if (tools?.difference.kind !== "list") throw new Error("no list of tools");
    expect(tools.difference.added.map(({ name }) => name)).toEqual(["Cases", "Other agents", "Connections", "Every built-in tool"]);
    expect(tools.difference.removed).toEqual([]);
  });

  test("names exactly the part in which two configurations differ", () => {
    expect(parts(model(), model())).toEqual([]);
    expect(parts(model(), model({ input: "Say goodbye" }))).toEqual(["instructions"]);
    for (const setting of [
      { model: "other" },
      { temperature: 0.5 },
      { top_p: 0.5 },
      { max_output_tokens: 5 },
      { store: true },
      { text: { format: { type: "json_object" as const } } },
    ])
      expect(parts(model(), model(setting)), JSON.stringify(setting)).toEqual(["settings"]);
    expect(parts(model(), model({ tools: [{ type: "files" }] }))).toEqual(["tools"]);
    expect(parts(model(), model({ files: ["a.csv"] }))).toEqual(["files"]);
    expect(parts(model(), model({ skills: ["s"] }))).toEqual(["skills"]);
    const program = (code: string, timeoutMs?: number): Config => ({
      version: "v1",
      data: { language: "python", source: { kind: "inline", code }, ...(timeoutMs ? { timeoutMs } : {}) },
    });
    expect(parts(program("print(1)"), program("print(2)"))).toEqual(["program"]);
    expect(parts(program("print(1)"), program("print(1)", 1000))).toEqual(["settings"]);
    expect(parts(bundle([file("a", "0")]), bundle([file("a", "1")]))).toEqual(["code"]);
  });

  test("sees what lies outside of the configuration by what the service lists", () => {
    const agent = (id: string, detail: string) => ({ kind: "agent" as const, id, name: "Next", detail });
    const config = model();
    const [difference] = differencesOf({ config, access: [agent("1", "takes over work")] }, { config, access: [] });
    expect(difference).toMatchObject({ id: "agents", difference: { kind: "list", removed: [{ id: "1" }], added: [], kept: [] } });
    const queue = (detail: string) => ({ kind: "queue" as const, id: "1", name: "Refunds", detail });
    const [use] = differencesOf({ config, access: [queue("puts work in")] }, { config, access: [queue("takes work out")] });
    expect(use).toMatchObject({
      id: "queues",
      difference: { removed: [{ detail: "puts work in" }], added: [{ detail: "takes work out" }], kept: [] },
    });
  });

  test("names skills, the variables of secrets and the places of logins", () => {
    const names = new Map([["1", "close-a-month"]]);
    const [skills] = differencesOf({ config: model() }, { config: model({ skills: ["1", "2"] }), skillNames: names });
    expect(skills).toMatchObject({ id: "skills", difference: { added: [{ name: "close-a-month" }, { name: "2" }] } });
    const config = model();
    const secret = { kind: "secret" as const, id: "1", name: "API_KEY, API_URL", detail: "of “Mail”" };
    const login = { kind: "login" as const, id: "1", name: "app.example.com", detail: "signs in as clerk" };
    expect(differencesOf({ config, access: [] }, { config, access: [secret, login] })).toMatchObject([
      { id: "secrets", difference: { added: [{ name: "API_KEY, API_URL" }] } },
      { id: "logins", difference: { added: [{ name: "app.example.com", detail: "signs in as clerk" }] } },
    ]);
  });

  test("tells files by their digest: kept, changed, moved, added and removed", () => {
    const before = [file("kept", "0"), file("changed", "1"), file("old/name", "2"), file("gone", "3")];
    const after = [file("kept", "0"), file("changed", "a"), file("new/name", "2"), file("fresh", "b")];
    const difference = compareFiles(bundle(before), bundle(after));
    if (difference?.kind !== "files") throw new Error("the files differ");
    expect(difference.kept).toEqual([file("kept", "0")]);
    expect(difference.changes.map(({ path, movedFrom, before: old, after: now }) => [path, movedFrom, Boolean(old), Boolean(now)])).toEqual(
      [
        ["changed", undefined, true, true],
        ["fresh", undefined, false, true],
        ["gone", undefined, true, false],
        ["new/name", "old/name", true, true],
      ],
    );
  });

  test("compares the one text of a program with the file that the other program starts", () => {
    const code = "print('hello')";
    const inline: Config = { version: "v1", data: { language: "python", source: { kind: "inline", code } } };
    const files = bundle([file("main.py", "0"), file("rules.py", "1")]);
    expect(parts(inline, files)).toEqual(["settings", "code"]);
    const text = { path: "main.py", sizeBytes: code.length, text: code };
    const [main, rules] = changesOf(inline, files);
    expect(main).toEqual({ path: "main.py", before: text, after: file("main.py", "0") });
    expect(rules).toEqual({ path: "rules.py", before: undefined, after: file("rules.py", "1") });
    expect(changesOf(files, inline)).toMatchObject([{ after: text }, { path: "rules.py", after: undefined }]);
    expect(parts(inline, bundle([file("other.py", "0")]))).toEqual(["settings", "program", "code"]);
  });

  test("counts a thing that may be used otherwise as removed and added", () => {
    const item = (detail: string) => ({ id: "1", name: "Every file", detail });
    expect(compareLists([item("read")], [item("read and written")])).toMatchObject({
      removed: [item("read")],
      added: [item("read and written")],
    });
    expect(compareLists([item("read")], [item("read")])).toBeUndefined();
  });
});

describe("the walk through the changes", () => {
  const differences = differencesOf(
    { config: bundle([file("a", "0"), file("b", "1")]) },
    { config: bundle([file("a", "a"), file("b", "b")]) },
  );
  const order = differences.flatMap(blocksOf);
  const counts: Record<string, number> = { "code/a": 2 };
  const step = (place: { block: string; at: number } | undefined, by: 1 | -1) => stepFrom(place, by, order, (block) => counts[block] ?? 1);

  test("goes from block to block, begins at either end and stays there", () => {
    const first = { block: "code/a", at: 0 };
    const last = { block: "code/b", at: 0 };
    expect(step(undefined, 1)).toEqual(first);
    expect(step(first, 1)).toEqual({ block: "code/a", at: 1 });
    expect(step({ block: "code/a", at: 1 }, 1)).toEqual(last);
    expect(step(last, 1)).toEqual(last);
    expect(step(undefined, -1)).toEqual(last);
    expect(step(first, -1)).toEqual(first);
  });

  test("goes on from a block that has fewer changes than before", () => {
    expect(step({ block: "code/a", at: 7 }, 1)).toEqual({ block: "code/b", at: 0 });
  });

  test("a step in a block that is still being read waits for it", () => {
    const blocks = ["one", "closed", "last"];
    const place = { block: "one", at: 0 };
    const unread = new Map([["one", 1]]);
    expect(walkOn(place, 3, blocks, unread)).toEqual({ place: { block: "closed", at: 0 }, left: 2 });
    const read = new Map([...unread, ["closed", 2], ["last", 1]]);
    expect(walkOn({ block: "closed", at: 0 }, 1, blocks, read)).toEqual({ place: { block: "closed", at: 1 }, left: 0 });
    expect(walkOn({ block: "closed", at: 0 }, 9, blocks, read)).toEqual({ place: { block: "last", at: 0 }, left: 0 });
  });

  test("a step back into a block that is still being read is one to its last change", () => {
    const blocks = ["one", "closed", "last"];
    const unread = new Map([["last", 2]]);
    const place = { block: "last", at: 1 };
    expect(walkOn(place, -2, blocks, unread)).toEqual({ place: { block: "closed", at: 0, fromEnd: true }, left: 0 });
    expect(walkOn(place, -4, blocks, unread)).toEqual({ place: { block: "closed", at: 0, fromEnd: true }, left: -2 });
    const read = new Map([...unread, ["closed", 3], ["one", 1]]);
    expect(walkOn({ block: "closed", at: 2 }, -2, blocks, read)).toEqual({ place: { block: "closed", at: 0 }, left: 0 });
  });
});
