import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ours = new URL("../platform/db/migrations/", import.meta.url).pathname;

/** Our migrations, and others after them as a later version would have. */
export interface FurtherMigrations {
  readonly folder: string;
  add(...texts: string[]): Promise<void>;
  /** Writes another text for the last one. */
  replaceLast(text: string): Promise<void>;
  /** The name of the last one. */
  last(): string;
  remove(): Promise<void>;
}

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

export async function furtherMigrations(): Promise<FurtherMigrations> {
  const folder = await mkdtemp(join(tmpdir(), "caseload-migrations-"));
  await cp(ours, folder, { recursive: true });
  const file = join(folder, "meta/_journal.json");
  const journal = JSON.parse(await readFile(file, "utf8")) as Journal;
  const write = (tag: string, text: string) => writeFile(join(folder, `${tag}.sql`), text);
  return {
    folder,
    async add(...texts) {
      for (const text of texts) {
        const last = journal.entries.at(-1);
        if (!last) throw new Error("There is no migration.");
        const entry = { ...last, idx: last.idx + 1, when: last.when + 1, tag: `further_${last.idx + 1}` };
        journal.entries.push(entry);
        await write(entry.tag, text);
      }
      await writeFile(file, JSON.stringify(journal));
    },
    last: () => journal.entries.at(-1)?.tag ?? "",
    replaceLast: (text) => write(journal.entries.at(-1)?.tag ?? "", text),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
