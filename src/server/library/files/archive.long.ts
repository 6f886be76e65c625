import { expect, it } from "vitest";
import { hostileArchives } from "#server/testing/hostile-archives.ts";
import { readUpload } from "#server/library/skills/skill-content.ts";

it.each(hostileArchives)("refuses $title within 2 s and 100 MB", async ({ archive }) => {
  const bytes = archive();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
  const start = performance.now();
  await expect(readUpload(bytes)).rejects.toMatchObject({ code: "invalid_skill" });
  clearInterval(watch);
  most = Math.max(most, process.memoryUsage().rss);
  expect(performance.now() - start).toBeLessThan(2_000);
  expect((most - before) / 1_000_000).toBeLessThan(100);
});
