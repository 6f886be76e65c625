import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { terminalStatuses } from "#contract/runs/run.ts";
import { typedFor } from "#sdk/cli/input.ts";
import { Client } from "#sdk/client.ts";
import { commandFor, curlFor, type Given, inputFor, programFor } from "#sdk/reference/snippets.ts";
import type { ReferenceDetail } from "#sdk/reference/reference.ts";
import { prepare } from "#sdk/request.ts";
import { commandTable } from "./commands.ts";
import { sdkOperations } from "./operations.ts";
import { referenceDetails } from "./reference.ts";

const service = "https://caseload.example.com";
const named = sdkOperations();
const detailOf = referenceDetails();
const shown = named.map(({ endpoint }) => {
  const detail = detailOf(endpoint.name) ?? expect.fail(endpoint.name);
  return { detail, given: givenFor(detail) };
});

/** Everything that can be typed, with what a shell or an address has to quote. */
function givenFor({ fields, example }: ReferenceDetail): Given {
  const values = fields.flatMap(({ name, place, kind, choices }) => {
    if (place !== "path" && place !== "query") return [];
    const text = choices?.[0] ?? (kind === "number" ? "7" : kind === "flag" ? "false" : `it's $HOME & "ü"`);
    return [[name, text] as const];
  });
  return { values: Object.fromEntries(values), body: (example.body ?? {}) as Given["body"] };
}

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

const wanted = (detail: ReferenceDetail, given: Given) => {
  const { method, url, body } = prepare(detail.operation, inputFor(detail, given), "");
  return { method, url: service + url, body: typeof body === "string" ? (JSON.parse(body) as unknown) : undefined };
};

/** The words that a shell makes of each command. */
function wordsOf(program: string, commands: readonly string[]): string[][] {
  const script = `${program}() { for word in "$@"; do printf '%s\\001' "$word"; done; printf '\\002'; }\n${commands.join("\n")}\n`;
  const printed = execFileSync("sh", { input: script, encoding: "utf8", env: { CASELOAD_API_KEY: "ck_1", HOME: "/nowhere" } });
  return printed
    .split("\u0002")
    .slice(0, -1)
    .map((words) => words.split("\u0001").slice(0, -1));
}

it("has an example of what each operation with a body is sent", () => {
  expect(shown.length).toBeGreaterThan(300);
  expect(shown.filter(({ given }) => Object.keys(given.body).length > 0).length).toBeGreaterThan(100);
});

it("says with curl what the client sends", () => {
  const words = wordsOf(
    "curl",
    shown.map(({ detail, given }) => curlFor(detail, service, given)),
  );
  const asked = words.map((all): Asked => {
    const after = (flag: string) => (all.includes(flag) ? all[all.indexOf(flag) + 1] : undefined);
    const body = after("-d");
    expect(all).toContain("Authorization: Bearer ck_1");
    return {
      method: after("-X") ?? "GET",
      url: all.find((word) => word.startsWith(service)) ?? "",
      body: body === undefined ? undefined : JSON.parse(body),
    };
  });
  expect(asked).toEqual(shown.map(({ detail, given }) => wanted(detail, given)));
});

it("says in TypeScript what the client sends", async () => {
  const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => (...given: unknown[]) => Promise<void>;
  const operations: Record<string, Record<string, unknown>> = {};
  for (const { noun, verb, operation } of named) (operations[noun] ??= {})[verb] = operation;
  for (const { detail, given } of shown) {
    const asked: Asked[] = [];
    const send: typeof fetch = async (url, { method = "GET", body }: RequestInit = {}) => {
      const sent: unknown = detail.operation.bytes || typeof body !== "string" ? undefined : JSON.parse(body);
      asked.push({ method, url: url as string, body: sent });
      return detail.operation.answers === "nothing" ? new Response(null, { status: 204 }) : Response.json({});
    };
    class Caseload extends Client {
      constructor() {
        super(operations as never, terminalStatuses, { url: service, apiKey: "ck_1", fetch: send });
      }
    }
    const program = (programFor(detail, given) ?? "").replace(/^import .*$/m, "");
    await new AsyncFunction("Caseload", "console", program)(Caseload, { log: () => undefined });
    expect(asked, program).toEqual([wanted(detail, given)]);
  }
});

it("says by command what the client sends", async () => {
  const { commands } = commandTable("0");
  const words = wordsOf(
    "caseload",
    shown.map(({ detail, given }) => commandFor(detail, given) ?? ""),
  );
  expect(words.length).toBe(shown.length);
  for (const [at, { detail, given }] of shown.entries()) {
    const command = commands.find(({ noun, verb }) => noun === detail.sdk?.noun && verb === detail.sdk.verb) ?? expect.fail(detail.name);
    const { input } = await typedFor(command, words[at]?.slice(2) ?? [], async () => new Uint8Array());
    // The profile says the team.
    const whole = { ...("teamId" in given.values && { teamId: given.values.teamId }), ...input };
    const file = detail.operation.bytes ? { content: new Uint8Array() } : {};
    expect(whole, `${detail.name}: ${words[at]?.join(" ")}`).toEqual({ ...inputFor(detail, given), ...file });
  }
});
