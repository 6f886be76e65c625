import module from "node:module";

// Modules stay compiled between starts, and the type stripper (50 MB) is loaded only for files that changed. Not in the default folder below
// /tmp: whoever could write there could choose the code that we run.
module.enableCompileCache(new URL("../../node_modules/.cache/service", import.meta.url).pathname);

const src = new URL("..", import.meta.url).href;
const ours = /^(#|\.\.?\/).+\.ts$/;

const found = new Map();
export const hook = module.registerHooks({
  resolve(specifier, context, next) {
    // Our own names are addresses already. Asking the disk for each of a thousand of them took a fifth of the start.
    if (ours.test(specifier) && context.parentURL?.startsWith(src)) {
      const { href } = specifier.startsWith("#") ? new URL(specifier.slice(1), src) : new URL(specifier, context.parentURL);
      return { url: href, format: "module-typescript", shortCircuit: true };
    }
    // Node parses drizzle's package.json (180 KB) again for each of its hundred files: 0.6 s and 130 MB of garbage.
    if (specifier.startsWith(".") && context.parentURL?.includes("/node_modules/drizzle-orm/"))
      return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
    if (!specifier.startsWith("drizzle-orm")) return next(specifier, context);
    if (!found.has(specifier)) found.set(specifier, { ...next(specifier, context), format: "module", shortCircuit: true });
    return found.get(specifier);
  },
});
