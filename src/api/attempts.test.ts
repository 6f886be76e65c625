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
    return attempts
      .keyed(JSON.stringify(input), (idempotencyKey) => callWith(createQueue, input, { idempotencyKey }))
      .catch(() => "failed");
  };
  const arrived = async (count: number) => {
    await expect.poll(() => sent.length).toBe(count);
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
    sent[2]?.answer(reply(409, { error: "idempotency_in_progress", message: "" }));
    await third;
    const fourth = write(attempts, "A");
    await arrived(4);
    sent[3]?.answer(reply(201));
    await fourth;
    expect(keyOf(0)).toBeTruthy();
    expect([keyOf(1), keyOf(2), keyOf(3)]).toEqual([keyOf(0), keyOf(0), keyOf(0)]);
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

describe("a write that is asked for again while it is under way", () => {
  const begun: PromiseWithResolvers<string>[] = [];
  const begin = () => {
    const call = Promise.withResolvers<string>();
    begun.push(call);
    return call.promise;
  };
  beforeEach(() => {
    begun.length = 0;
  });

  it("joins the call, its failure included, and is begun again once that is over", async () => {
    const attempts = new Attempts();
    const twice = [attempts.joined("one", "A", begin), attempts.joined("one", "A", begin)];
    begun[0]?.reject(new Error("refused"));
    expect((await Promise.allSettled(twice)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const again = attempts.joined("one", "A", begin);
    begun[1]?.resolve("done");
    expect(await again).toBe("done");
    expect(begun).toHaveLength(2);
  });

  it("goes beside other writes, and is one of its own after another one of the same object", async () => {
    const attempts = new Attempts();
    const all = [
      attempts.joined("one", "on", begin),
      attempts.joined("two", "on", begin),
      attempts.joined("one", "on", begin),
      attempts.joined("one", "off", begin),
      attempts.joined("one", "on", begin),
    ];
    begun.forEach(({ resolve }, at) => resolve(`call ${at}`));
    expect(await Promise.all(all)).toEqual(["call 0", "call 1", "call 0", "call 2", "call 3"]);
  });
});
