import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { skillText } from "#server/testing/skills.ts";
import { zipOf } from "#server/testing/zip.ts";
import { unpack } from "./archive.ts";
import { hostileArchives } from "#server/testing/hostile-archives.ts";
import { readUpload } from "#server/library/skills/skill-content.ts";

it.each(hostileArchives)("refuses $title", async ({ archive, says }) => {
  await expect(readUpload(archive())).rejects.toMatchObject({ code: "invalid_skill", message: expect.stringContaining(says) });
});

it("unpacks what is within every limit, an archive in an archive as one file", async () => {
  const inner = zipOf([{ name: "bomb", content: Buffer.alloc(10_000_000) }]);
  const random = randomBytes(600_000);
  const contents = await unpack(
    zipOf([
      { name: "SKILL.md", content: skillText("fine") },
      { name: "folder/", mode: 0o040755 },
      { name: "folder/Übersicht 100%.md", content: "ä" },
      { name: "folder/stored", content: random, method: 0 },
      { name: "inner.zip", content: inner },
      { name: "large", content: Buffer.alloc(5_000_000, randomBytes(100_000)) },
      { name: "__MACOSX/SKILL.md", content: "clutter" },
      { name: "folder/.DS_Store", content: "clutter" },
    ]),
  );
  expect([...contents.keys()]).toEqual(["SKILL.md", "folder/Übersicht 100%.md", "folder/stored", "inner.zip", "large"]);
  expect(contents.get("folder/stored")).toEqual(random);
  expect(contents.get("inner.zip")).toEqual(inner);
});

it("takes exactly 1,000 entries", async () => {
  expect((await unpack(zipOf(Array.from({ length: 1_000 }, (_, i) => ({ name: `f${i}`, content: String(i) }))))).size).toBe(1_000);
});

it("takes a folder that was packed as a whole, as far as it is the only one", async () => {
  const folder = [
    { name: "my-skill/", mode: 0o040755 },
    { name: "my-skill/scripts/run.py", content: "print(1)" },
    { name: "my-skill/SKILL.md", content: skillText("fine") },
    { name: "__MACOSX/my-skill/._SKILL.md", content: "clutter" },
  ];
  const skill = await readUpload(zipOf(folder));
  expect(skill.name).toBe("fine");
  expect([...skill.files.keys()].toSorted()).toEqual(["SKILL.md", "scripts/run.py"]);
  await expect(readUpload(zipOf([...folder, { name: "other/notes.md", content: "Notes" }]))).rejects.toThrow("Pack only that folder");
});

it("takes what Windows PowerShell packs, with its backslashes", async () => {
  const packed = [
    { name: "my-skill\\", mode: 0o040755 },
    { name: "my-skill\\SKILL.md", content: skillText("fine") },
    { name: "my-skill\\scripts\\run.py", content: "print(1)" },
  ];
  expect([...(await readUpload(zipOf(packed))).files.keys()].toSorted()).toEqual(["SKILL.md", "scripts/run.py"]);
  const mixed = { name: "my-skill/a\\b.md", content: "x" };
  await expect(readUpload(zipOf([...packed, mixed]))).rejects.toThrow("is not a valid file path");
});

it("names what is missing or misplaced", async () => {
  const text = skillText("fine");
  for (const [name, says] of [
    ["skills/my-skill/SKILL.md", "Pack only that folder"],
    ["skill.md", "it must be named SKILL.md"],
    ["readme.md", "no SKILL.md at its root"],
  ] as const)
    await expect(readUpload(zipOf([{ name, content: text }]))).rejects.toThrow(says);
});
