import { Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { newRequestPatience, withPatience } from "./patience.ts";
import { createStoreWatch } from "./store-watch.ts";

afterEach(() => void vi.useRealTimers());

it("asks a store on a connection of its own only where nobody has heard it of late", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  let asked = 0;
  const stream = (): Socket => {
    asked += 1;
    return new Socket();
  };
  const { TEST_PG_HOST: host, TEST_PG_USER: user } = process.env;
  const watch = createStoreWatch({ host, user, stream });
  const end = withPatience(newRequestPatience(), () => watch.wait(() => undefined));
  for (let turn = 0; turn < 20; turn++) {
    vi.advanceTimersByTime(50);
    watch.heard();
  }
  expect(asked).toBe(0);
  vi.advanceTimersByTime(300);
  expect(asked).toBe(1);
  end();
});
