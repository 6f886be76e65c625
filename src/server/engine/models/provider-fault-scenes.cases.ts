import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { RunMessage } from "#contract/runs/messages.ts";
import { stopRun } from "#contract/runs/runs.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import { agentWith, brief, messagesOf, settled, startRunOf } from "#server/testing/agents.ts";
import { type ModelServer, type WireReply, startModelServer } from "#server/testing/model-server.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import type { Dialect } from "#server/testing/wire-dialects.ts";
import { brokenCalls, longest } from "./broken-calls.cases.ts";
import { dialects, providerFaults, silences } from "./provider-faults.cases.ts";

/** Meets every fault of a provider: in each protocol, or in one of the three in turn. */
export function meetFaults({ everywhere }: { everywhere: boolean }): void {
  const facedBy = <T>(list: readonly T[], dialect: Dialect) =>
    list.filter((_, i) => everywhere || i % dialects.length === dialects.indexOf(dialect));
  let provider: ModelServer;
  let service: TestService;
  /** With deadlines of five seconds; it does little, so that only who is silent is late. */
  let hasty: TestService;

  interface Met {
    readonly run: RunDetails;
    readonly messages: RunMessage[];
    readonly asked: number;
  }
  /** Faults are met many at once, since most of the time is spent waiting: by protocol and name. */
  const atOnce = 24;
  const met = new Map<string, Promise<Met>>();

  /** A run whose model answers with these replies. */
  async function meet(agentId: string, key: string, replies: readonly WireReply[], at = service): Promise<Met> {
    provider.on(key, replies);
    const id = await startRunOf(at, agentId, { message: key });
    const run = await settled(at, id);
    return { run, messages: await messagesOf(at, id), asked: provider.asked(key).length };
  }

  beforeAll(async () => {
    provider = await startModelServer();
    for (const name of ["OPENAI_BASE_URL", "ANTHROPIC_BASE_URL"]) vi.stubEnv(name, `${provider.url}/v1`);
    const hurried = { MODEL_FIRST_BYTE_TIMEOUT: "5", MODEL_CHUNK_TIMEOUT: "5" };
    const keys = { MODEL_API_KEY: "own-key", OPENAI_API_KEY: "openai-key", ANTHROPIC_API_KEY: "anthropic-key" };
    service = await startService({ env: { MODEL_BASE_URL: `${provider.url}/v1`, ...keys } });
    hasty = await startService({ env: { MODEL_BASE_URL: `${provider.url}/v1`, ...keys, ...hurried } });
    for (const dialect of dialects) {
      const { id } = await agentWith(service, { version: "v1", data: { model: dialect.model, input: "You check invoices." } });
      const late = await agentWith(hasty, { version: "v1", data: { model: dialect.model, input: "You check invoices." } });
      for (const one of [...facedBy(providerFaults, dialect), ...facedBy(brokenCalls, dialect), ...facedBy(silences, dialect)]) {
        const key = `<${dialect.path} ${one.name}>`;
        const isSilent = silences.some(({ name }) => name === one.name);
        const replies = [one.reply(dialect), { body: [...dialect.text("All is well."), ...dialect.end()] }];
        const begin = () => (isSilent ? meet(late.id, key, replies, hasty) : meet(id, key, replies));
        // Each begins when the one `atOnce` places before it is over.
        const before = [...met.values()].at(-atOnce);
        met.set(key, met.size < atOnce || !before ? begin() : before.then(begin, begin));
      }
    }
    await Promise.allSettled(met.values());
  }, 60_000);
  afterAll(async () => {
    await Promise.all([service.close(), hasty.close()]);
    await provider.close();
    vi.unstubAllEnvs();
  });

  const meeting = async (dialect: Dialect, { name }: { name: string }) => (await met.get(`<${dialect.path} ${name}>`)) as Met;
  const said = (messages: readonly RunMessage[]) =>
    messages.filter((m) => m.type === "text" && m.role === "assistant").map((m) => m.text_content);
  const trying = / Trying again in \d+ seconds?\.$/;

  describe.each(dialects)("$path", (dialect) => {
    it.each([...facedBy(providerFaults, dialect), ...facedBy(silences, dialect)])("$name", async (fault) => {
      const { run, messages, asked } = await meeting(dialect, fault);
      const says = typeof fault.says === "string" ? fault.says : fault.says(dialect);
      expect(messages.filter((m) => m.streaming || m.type === "tool_call")).toEqual([]);
      if (fault.ends === "waits") {
        expect(run).toMatchObject({ status: "completed", failure: null });
        const told = messages.filter((m) => m.subtype === "retrying").map((m) => m.text_content);
        expect(told).toEqual([expect.stringMatching(trying)]);
        expect(told[0]?.replace(trying, "")).toBe(says);
        expect(said(messages)).toEqual(["All is well."]);
        expect(asked).toBe(2);
      } else {
        expect(run).toMatchObject({ status: "failed", failure: { code: fault.ends, message: says } });
        expect(said(messages)).toEqual([]);
        expect(asked).toBe(1);
      }
    });

    it.each(facedBy(brokenCalls, dialect))("carries out no call that it cannot read: $name", async (broken) => {
      const { run, messages, asked } = await meeting(dialect, broken);
      expect(run).toMatchObject({ status: "completed", failure: null });
      const call = messages.find((m) => m.type === "tool_call");
      expect(call).toMatchObject({ tool_call: { name: "list_files" }, text_content: broken.raw });
      expect(call?.tool_call).not.toHaveProperty("arguments");
      const results = brief(messages.filter((m) => m.type === "tool_result"));
      expect(results).toEqual([`tool tool_result: The arguments are ${broken.says}`]);
      expect(said(messages)).toEqual(["All is well."]);
      expect(asked).toBe(2);
    });

    const cut = (text: string) => ({ body: [...dialect.text(text), ...dialect.end(longest.get(dialect))] });
    const agent = async () => (await agentWith(service, { version: "v1", data: { model: dialect.model, input: "You write letters." } })).id;

    it("goes on with an answer that was cut, and shows one answer", async () => {
      const replies = [cut("Dear supplier, the inv"), cut("oice num"), { body: [...dialect.text("ber is 7."), ...dialect.end()] }];
      const { run, messages } = await meet(await agent(), `<${dialect.path} goes on>`, replies);
      expect(run.status).toBe("completed");
      expect(brief(messages).slice(2, 4)).toEqual([
        "assistant text: Dear supplier, the invoice number is 7.",
        "answer_continued system: The answer reached its length limit and was continued twice.",
      ]);
      expect(provider.asked(`<${dialect.path} goes on>`)[1]).toContain("Continue exactly where it ended");
    });

    it("fails where the answer, or its calls, are cut again and again, and where there is none", async () => {
      const call = { body: [...dialect.call("list_files", '{"prefix":"x'), ...dialect.end(longest.get(dialect))] };
      const [text, calls, empty] = await Promise.all([
        meet(await agent(), `<${dialect.path} cut text>`, [cut("More ")]),
        meet(await agent(), `<${dialect.path} cut calls>`, [call]),
        meet(await agent(), `<${dialect.path} empty>`, [{ body: [...dialect.text(""), ...dialect.end()] }]),
      ]);
      expect(text).toMatchObject({ asked: 4, run: { status: "failed", failure: { code: "answer_cut" } } });
      expect(calls).toMatchObject({ asked: 4, run: { status: "failed", failure: { code: "answer_cut" } } });
      expect(empty).toMatchObject({ asked: 2, run: { status: "failed", failure: { code: "answer_empty" } } });
    });

    it("ends the request at once when the run is stopped while it waits", async () => {
      const key = `<${dialect.path} stopped>`;
      provider.on(key, [{ silent: true }]);
      const id = await startRunOf(service, (await agentWith(service, { version: "v1", data: { model: dialect.model, input: "" } })).id, {
        message: key,
      });
      await expect.poll(() => provider.open(key)).toBe(1);
      await service.ok(stopRun, { params: { run_id: id } });
      await expect.poll(() => provider.open(key)).toBe(0);
      expect(await settled(service, id)).toMatchObject({ status: "interrupted" });
    });
  });
}
