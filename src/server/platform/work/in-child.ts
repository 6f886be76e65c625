import { fileURLToPath } from "node:url";
import { type ChildLimits, startChild } from "./child.ts";

export type FromChild = { readonly ready: true } | { readonly told: unknown } | { readonly failed: string };

/** What a module has that is asked in a child. */
export interface Answering {
  readonly answer: (asked: unknown) => Promise<unknown>;
}

const side = fileURLToPath(new URL("./in-child-side.ts", import.meta.url));
/** For a child that gets no turn of the processor. */
const longestMs = 60_000;

/**
 * What `answer` of `module` says, asked in a process of its own that ends with its answer. Undefined: it took more than its limits. Throws what
 * it threw, as a plain Error. What the module takes and answers is for the caller to say: types imported from it would lead in a circle.
 */
export function inChild<Told>(module: URL, asked: object, limits: ChildLimits): Promise<Told | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Told | undefined>();
  const child = startChild(side, { limits, args: [module.href] });
  const watch = setTimeout(() => child.kill("SIGKILL"), longestMs);
  let ready = false;
  let wrong = "";
  child.stderr?.on("data", (part: Buffer) => (wrong = (wrong + part.toString()).slice(0, 2_000)));
  child.on("message", (from: FromChild) => {
    if ("told" in from) resolve(from.told as Told);
    else if ("failed" in from) reject(new Error(from.failed));
    else {
      ready = true;
      // Not read by a child that has ended: its end follows.
      child.send({ asked }, () => undefined);
    }
  });
  child.on("error", reject);
  child.on("close", () => {
    clearTimeout(watch);
    if (ready) resolve(undefined);
    else reject(new Error(`The process that reads files did not start. ${wrong}`));
  });
  return promise;
}
