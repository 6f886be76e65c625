import { expect, test } from "vitest";
import { askedTogether } from "./asked-together.ts";

/** Answers with how often it was asked, once each is let go. */
function slow() {
  const letGo: ((how?: Error) => void)[] = [];
  const find = () => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const mine = letGo.length + 1;
    letGo.push((error) => (error ? reject(error) : resolve(mine)));
    return promise;
  };
  return { find, letGo };
}

const store = {};

test("who asks while an answer is being found shares the next one with all others, and never gets the one that was begun before", async () => {
  const { find, letGo } = slow();
  const together = askedTogether<number>();
  const ask = (key = "one") => together(store, key, find);
  const first = ask();
  const later = [ask(), ask(), ask()];
  const other = ask("another");
  expect(letGo).toHaveLength(2);
  letGo[0]?.();
  letGo[1]?.();
  expect([await first, await other]).toEqual([1, 2]);
  await expect.poll(() => letGo.length).toBe(3);
  const last = ask();
  letGo[2]?.();
  expect(await Promise.all(later)).toEqual([3, 3, 3]);
  await expect.poll(() => letGo.length).toBe(4);
  letGo[3]?.();
  expect(await last).toBe(4);
  // Nobody waits: the next answer is found at once.
  void ask();
  expect(letGo).toHaveLength(5);
});

test("a failure is of those who asked for it: who waits for the next answer gets that", async () => {
  const { find, letGo } = slow();
  const together = askedTogether<number>();
  const [first, second] = [together(store, "one", find), together(store, "one", find)];
  letGo[0]?.(new Error("Away"));
  await expect(first).rejects.toThrow("Away");
  await expect.poll(() => letGo.length).toBe(2);
  letGo[1]?.();
  expect(await second).toBe(2);
});
