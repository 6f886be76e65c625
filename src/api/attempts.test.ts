import { beforeEach, describe, expect, it } from "vitest";
import { createQueue } from "#contract/queues/queues.ts";
import { fakeBrowser, fakeFetch, reply } from "./fake-browser.ts";

fakeBrowser();
const { Attempts } = await import("./attempts.ts");
const { callWith } = await import("./client.ts");

let sent: ReturnType<typeof fakeFetch>;
beforeEach(() => {
  sent = fakeFetch();
});

const keyOf = (at: number) => sent[at]?.headers.get("idempotency-key");

describe("the Idempotency-Key of a write", () => {
  const write = (attempts: InstanceType<typeof Attempts>, name: string) => {
    const input = { params: { teamId: "team" }, body: { name } };
    return attempts.run(JSON.stringify(input), (idempotencyKey) => callWith(createQueue, input, { idempotencyKey })).catch(() => "failed");
  };
  const arrived = async (count: number) => {
    await expect.poll(() => sent.length, { timeout: 10_000 }).toBe(count);
  };

  it("is the same when the input is sent again after nobody knows what came of it", async () => {
    const attempts = new Attempts();
    const first = write(attempts, "A");
    await arrived(1);
    sent[0]?.fail();
    await first;
    const second = write(attempts, "A");
    await arrived(2);
    sent[1]?.answer(reply(503, { error: "internal", message: "" }));
    await second;
    const third = write(attempts, "A");
    await arrived(3);
    sent[2]?.answer(reply(201));
    await third;
    expect(keyOf(0)).toBeTruthy();
    expect([keyOf(1), keyOf(2)]).toEqual([keyOf(0), keyOf(0)]);
  });

  it("is a new one after any answer, refusals included", async () => {
    const attempts = new Attempts();
    for (const status of [201, 409, 201]) {
      const done = write(attempts, "A");
      await arrived(sent.length + 1);
      sent.at(-1)?.answer(reply(status, { error: "name_taken", message: "" }));
      await done;
    }
    expect(new Set([keyOf(0), keyOf(1), keyOf(2)]).size).toBe(3);
  });

  it("stays with its own call when two are sent at once", async () => {
    const attempts = new Attempts();
    const both = [write(attempts, "A"), write(attempts, "B")];
    await arrived(2);
    expect(keyOf(0)).not.toBe(keyOf(1));
    sent[1]?.answer(reply(201));
    sent[0]?.fail();
    await Promise.all(both);
    const again = write(attempts, "A");
    await arrived(3);
    sent[2]?.answer(reply(201));
    await again;
    expect(keyOf(2)).toBe(keyOf(0));
  });
});
