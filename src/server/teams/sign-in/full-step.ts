import { setTimeout as pause } from "node:timers/promises";

/** More than what known and unknown addresses differ by, and what a password costs, on a machine that is not overloaded. In ms. */
const step = 100;

/** Waits for the next full step since `began`, a moment of `performance.now()`: so an answer's time says little of what it took. */
export async function fullStep(began: number): Promise<void> {
  const passed = performance.now() - began;
  await pause(Math.ceil(passed / step) * step - passed);
}
