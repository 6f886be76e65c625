import { createHash } from "node:crypto";
import { markKey, type ObjectStore } from "./object-store.ts";

const atOnce = 8;

export interface Copied {
  readonly checked: number;
  readonly copied: number;
}

/**
 * Copies what the second store lacks or has otherwise, and reads all of it back: it ends well only when each object is the same in both. Whoever
 * was cut off calls it again. The first store may be in use meanwhile, and is left as it is.
 */
export async function copyObjects(from: ObjectStore, to: ObjectStore, progress: (until: Copied) => void): Promise<Copied> {
  let [checked, copied] = [0, 0];
  async function settle(key: string): Promise<void> {
    if (!(await isSame(key))) {
      await to.put(key, from.stream(key));
      if (!(await isSame(key))) throw new Error(`${key} was copied, and reads otherwise there than here.`);
      copied += 1;
    }
    checked += 1;
  }
  async function isSame(key: string): Promise<boolean> {
    const [here, there] = await Promise.all([from.about(key), to.about(key)]);
    return here?.size === there?.size && (await sumOf(from, key)) === (await sumOf(to, key));
  }
  let some: string[] = [];
  const settleSome = async () => {
    await Promise.all(some.map((key) => settle(key).catch((error: unknown) => unlessGone(from, key, error))));
    some = [];
    progress({ checked, copied });
  };
  for await (const key of from.keys()) {
    some.push(key);
    if (some.length === atOnce) await settleSome();
  }
  if (some.length > 0) await settleSome();
  // Last: where it is, all files are.
  if (await from.exists(markKey)) {
    await to.put(markKey, await from.bytes(markKey));
    await to.confirm([markKey]);
  }
  return { checked, copied };
}

async function sumOf(store: ObjectStore, key: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of store.stream(key)) hash.update(chunk as Uint8Array);
  return hash.digest("hex");
}

/** The service may have removed it meanwhile. */
async function unlessGone(store: ObjectStore, key: string, error: unknown): Promise<void> {
  if (await store.exists(key)) throw error;
}
