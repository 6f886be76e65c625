import { expect, it } from "vitest";
import { listFiles, updateFileContent } from "#contract/library/files.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { startCluster } from "#server/testing/cluster.ts";
import { report, scaled, took } from "#server/testing/proof.ts";

/** Writes that twelve writers of one team do in a second, at processes that take turns. */
async function writesASecond(size: number): Promise<number> {
  const cluster = await startCluster(size);
  const { processes } = cluster;
  const [first] = processes;
  if (!first) throw new Error("There is no process.");
  const params = { teamId: (await first.call(listMyTeams, {})).teams[0]?.id ?? "" };
  const each = scaled(300, 30);
  const write = async (writer: number) => {
    for (let n = 0; n < each; n++) {
      const path = `writer ${writer}/${n}.txt`;
      await (processes[writer % size] ?? first).call(updateFileContent, { params: { ...params, path }, body: { content: `text ${n}` } });
    }
  };
  const ms = await took(() => Promise.all(Array.from({ length: 12 }, (_, writer) => write(writer))));
  expect((await first.call(listFiles, { params })).files).toHaveLength(12 * each);
  await cluster.close();
  return (12 * each * 1_000) / ms;
}

it("twelve writers of a team do not wait for each other", { timeout: 600_000 }, async () => {
  const [one, two] = [await writesASecond(1), await writesASecond(2)];
  report(`12 writers of files in one team: ${one.toFixed(0)} a second with one process, ${two.toFixed(0)} with two`);
  expect(one).toBeGreaterThanOrEqual(300);
  expect(two).toBeGreaterThan(one);
});
