import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { type Config, SettingError } from "#server/platform/config.ts";
import type { Store } from "#server/platform/db/open.ts";
import { StartRefusal } from "#server/platform/db/start-refusal.ts";
import { inBackground } from "#server/platform/db/patience.ts";
import { isFilesAway } from "#server/platform/objects/files-away.ts";
import type { OpenedObjects } from "#server/platform/objects/open-object-store.ts";
import { answeredSoon } from "#server/platform/objects/reachable.ts";
import { claimFiles, hasItsFiles } from "./belonging.ts";

/** How long a start waits for a place that does not answer, in milliseconds, and how long until that is asked again. */
const [startMs, againMs] = [2_000, 1_000];

export type FilesState = "here" | "unreachable" | "elsewhere";

/** Whether the files of the store are where this process looks for them. */
export interface FilesPlace {
  state(): Promise<FilesState>;
  close(): void;
}

interface Needs extends OpenedObjects {
  readonly store: Pick<Store, "db">;
  readonly config: Config;
  readonly log: Pick<FastifyBaseLogger, "warn" | "error">;
  readonly filesId: string;
}

/**
 * Finds whether the files are here, as far as their place answers. Throws a sentence where it says that they are not. Otherwise a service starts
 * without its files, and looks for them from time to time.
 */
export async function openFilesPlace({ store, objects, check, config, log, filesId }: Needs): Promise<FilesPlace> {
  const over = new AbortController();
  let known: "here" | "elsewhere" | undefined;
  const find = async () => {
    await check();
    await claimFiles(store.db, objects, config);
    known = "here";
  };
  /** Once it answers it says whether it can be used, and then stays as it is. */
  async function findLater(): Promise<void> {
    while (known === undefined) {
      await sleep(againMs, undefined, { signal: over.signal, ref: false });
      await find().catch((error: unknown) => {
        // What else fails is asked again.
        if (!(error instanceof StartRefusal || error instanceof SettingError)) return;
        log.error(error.message);
        known = "elsewhere";
      });
    }
  }
  const found = find();
  const late = sleep(startMs, "late" as const, { signal: over.signal, ref: false });
  late.catch(() => undefined);
  try {
    if ((await Promise.race([found, late])) === "late") throw new Late();
  } catch (error) {
    if (!isFilesAway(error) && !(error instanceof Late)) throw error;
    found.catch(() => undefined);
    log.warn("The file store does not answer. Until it does, files cannot be read or written. Everything else works.");
    inBackground(() => void findLater().catch(() => undefined));
  }
  return {
    async state() {
      if (known !== "here") return known ?? "unreachable";
      const has = await answeredSoon(hasItsFiles(objects, { files_id: filesId }));
      return has === undefined ? "unreachable" : has ? "here" : "elsewhere";
    },
    close: () => over.abort(),
  };
}

class Late extends Error {}
