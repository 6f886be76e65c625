// While a session ends nothing else is asked: the answer would be that nobody is signed in.

let held: Promise<void> | undefined;

/** Holds every request back that is not on its way yet, until what it returns is called. */
export function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  return () => {
    held = undefined;
    resolve();
  };
}

/** Resolves when requests may go; undefined while they may. */
export function isHeld(): Promise<void> | undefined {
  return held;
}
