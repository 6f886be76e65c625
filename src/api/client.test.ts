import { beforeEach, describe, expect, it } from "vitest";
import { createQueue, getQueue } from "#contract/queues/queues.ts";
import { listCaseViews } from "#contract/queues/case-views.ts";
import { fakeBrowser, fakeFetch, reply } from "./fake-browser.ts";

fakeBrowser();
const { call, curlOf } = await import("./client.ts");
const { credentials } = await import("./credentials.ts");

let sent: ReturnType<typeof fakeFetch>;
beforeEach(() => {
  sent = fakeFetch();
});

const params = { queue_id: "a b" };

/** How one call ends that gets this answer. */
async function ending(endpoint: typeof getQueue | typeof listCaseViews, answer: Response | undefined) {
  const result = call(endpoint, { params }).then(
    () => "success",
    (error: unknown) => error,
  );
  await expect.poll(() => sent.length).toBe(1);
  if (answer) sent[0]?.answer(answer);
  else sent[0]?.fail();
  return result;
}

describe("a request", () => {
  it("names what it is about in its address, and whose it is by key", async () => {
    credentials.useKey("ck_1");
    await ending(getQueue, reply(200));
    credentials.dropKey();
    expect(sent[0]?.url).toBe("/v2/queues/a%20b");
    expect(sent[0]?.headers.get("authorization")).toBe("Bearer ck_1");
    expect(sent[0]?.headers.has("idempotency-key")).toBe(false);
  });

  it("that makes something has a key of its own", async () => {
    const made = call(createQueue, { params: { teamId: "t" }, body: { name: "A" } });
    await expect.poll(() => sent.length).toBe(1);
    sent[0]?.answer(reply(201));
    await made;
    expect(sent[0]?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("ends in the service's own words, with what it names beside them", async () => {
    const body = {
      error: "invalid_request",
      message: "Check the fields.",
      issues: [{ path: ["name"], message: "Enter a name" }],
      agents: 3,
    };
    expect(await ending(getQueue, reply(400, body, { "retry-after": "7" }))).toMatchObject({
      status: 400,
      code: "invalid_request",
      message: "Check the fields.",
      issues: body.issues,
      extra: { agents: 3 },
      requestId: "1",
      retryAfter: 7,
    });
  });

  it("without an answer says so, in words that stay true", async () => {
    expect(await ending(getQueue, undefined)).toMatchObject({ status: 0, code: "unreachable" });
  });

  it("that is answered with no JSON says so", async () => {
    expect(await ending(getQueue, new Response("<html>", { headers: { "x-request-id": "1" } }))).toMatchObject({
      code: "unexpected_answer",
    });
  });

  it("for an operation of ours finds out that another service does not offer it", async () => {
    credentials.offersOurs = false;
    expect(await ending(listCaseViews, reply(404, { error: "not_found", message: "" }))).toMatchObject({ code: "not_offered" });
    credentials.offersOurs = true;
  });
});

it("a command to repeat a request holds a variable in the place of the key", () => {
  credentials.useKey("ck_secret");
  const command = curlOfHere();
  credentials.dropKey();
  expect(command).toContain("Bearer $API_KEY");
  expect(command).not.toContain("ck_secret");
});

function curlOfHere(): string {
  credentials.baseUrl = "https://example.com";
  try {
    Object.assign(globalThis, { location: { href: "https://example.com/" } });
    return curlOf(getQueue, { params });
  } finally {
    Reflect.deleteProperty(globalThis, "location");
    credentials.baseUrl = "";
  }
}
