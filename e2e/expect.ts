import { expect as base } from "@playwright/test";
import { patienceMs } from "#server/testing/patience/comes.ts";
import { machineTime } from "#server/testing/patience/machine-time.ts";

/** So many milliseconds on a quiet machine, and as many more on a slower one. */
export const patient = (timeout = patienceMs): number => timeout * machineTime.slowness();

/** Playwright's, which waits longer where the machine is slower at that moment. */
export const expect: typeof base = new Proxy(base, {
  apply: (_, __, [actual, message]: Parameters<typeof base>) => base.configure({ timeout: patient() })(actual, message),
  get: (_, key) => (key === "poll" ? poll : Reflect.get(base, key)),
});

const poll: typeof base.poll = (look, options) => {
  const given = typeof options === "string" ? { message: options } : options;
  return base.poll(look, { ...given, timeout: patient(given?.timeout) });
};
