import { fileURLToPath } from "node:url";
import { type ChildLimits, startChild } from "./child.ts";

export type FromChild = { readonly ready: true } | { readonly told: unknown } | { readonly failed: string };

const side = fileURLToPath(new URL("./in-child-side.ts", import.meta.url));
/** For a child that gets no turn of the processor. */
const longestMs = 60_000;

/**
 * What the default export of `module` answers, asked in a process of its own that ends with its answer. Undefined: it took more than its limits. Throws what
 * the export threw, as a plain Error.
 */
export function inChild<Answers extends (asked: never) => Promise<unknown>>(
  module: URL,
  asked: Parameters<Answers>[0],
  limits: ChildLimits,
): Promise<Awaited<ReturnType<Answers>> | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Answers>> | undefined>();
  const child = startChild(side, { limits, args: [module.href] });
  const watch = setTimeout(() => child.kill("SIGKILL"), longestMs);
  let ready = false;
  let wrong = "";
  child.stderr?.on("data", (part: Buffer) => (wrong = (wrong + part.toString()).slice(0, 2_000)));
  child.on("message", (from: FromChild) => {
    if ("told" in from) resolve(from.told as Awaited<ReturnType<Answers>>);
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
