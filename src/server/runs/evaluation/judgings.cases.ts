import { setTimeout as sleep } from "node:timers/promises";
import { LLMock } from "@copilotkit/aimock";
import { expect } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { createEvalRubric } from "#contract/agents/eval-rubrics.ts";
import { getEvalScores } from "#contract/agents/eval-scores.ts";
import { getCaseEvaluation } from "#contract/queues/case-evaluations.ts";
import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { createCases, listCases } from "#contract/queues/cases.ts";
import { getCaseQueueEvalRubrics } from "#contract/queues/queue-rubrics.ts";
import { createQueue, getQueue } from "#contract/queues/queues.ts";
import { getRunEvaluation } from "#contract/runs/evaluations.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { scripted } from "#server/testing/agents.ts";
import { attachQueues } from "#server/testing/cases.ts";
import { crashable } from "#server/testing/crashable.ts";

/** As many cases, and as many runs, are judged at the same time. */
const atOnce = 4;
/** How long the model thinks, in milliseconds: so long that a kill finds judges at work. */
const thinks = 40;

interface Asked {
  readonly life: number;
  readonly about: string;
}

/**
 * A model that writes the rubrics of queues and judges by them. It notes what it was asked about, and in which life of the service; whoever
 * asks in the first one is killed before the answer comes.
 */
async function startJudge() {
  const provider = new LLMock({ port: 0 });
  await provider.start();
  const judge = { url: `${provider.url}/v1`, life: 0, written: 0, asked: [] as Asked[], stop: () => provider.stop() };
  const think = () => (judge.life === 0 ? sleep(600_000, undefined, { ref: false }) : sleep(thinks));
  const call = (name: string, value: object) => ({ toolCalls: [{ name, arguments: JSON.stringify(value) }] });
  const rubric = { title: "Comes to an end", description: "Was the case worked on until it came to its end?" };
  provider.on({ userMessage: /"agents"/ }, async () => {
    judge.written += 1;
    await think();
    return call("give_rubrics", { rubrics: [rubric] });
  });
  provider.on({ userMessage: /"rubrics"/ }, async ({ messages }) => {
    const material = messages.at(-1)?.content as string;
    const kind = material.includes("[The case]") ? "case" : "run for";
    judge.asked.push({ life: judge.life, about: `${kind} ${/Refund \d+/.exec(material)?.[0]}` });
    await think();
    const { rubrics } = JSON.parse(material) as { rubrics: { slug: string }[] };
    return call("give_verdicts", { verdicts: rubrics.map(({ slug }) => ({ rubric: slug, passed: true, reason: "It was." })) });
  });
  return judge;
}

/**
 * Kills the service while a model writes the rubrics of a queue and judges runs, and `kills` times more while its cases are judged. Each run
 * and each case gets its verdict; a case that has it keeps it and is not judged again, and nothing is judged twice by one process.
 */
export async function judgeWithKills({ cases, kills }: { cases: number; kills: number }): Promise<void> {
  const judge = await startJudge();
  const service = await crashable({ MODEL_BASE_URL: judge.url, MODEL_JUDGE: "judge" });
  const kill = () => service.killAndRestart(() => void (judge.life += 1));
  try {
    const { params, teamId, agentId, ids } = await settledCases(service.call, cases);
    const evaluation = (case_id: string) => service.call(getCaseEvaluation, { params: { case_id } });
    const successes = async () => (await service.call(listCases, { params, query: { status: "success", limit: 1 } })).total;
    const judged = async (count: number) => {
      await expect.poll(successes, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(count);
    };
    await expect.poll(() => [judge.written, judge.asked.length], { timeout: 30_000 }).toEqual([1, atOnce]);
    await kill();
    const kept = new Map<string, string | null>();
    for (let at = 0; at < kills; at++) {
      await judged(Math.floor(((at + 0.5) * cases) / kills));
      for (const { id, eval_summary } of (await service.call(listCases, { params, query: { status: "success", limit: 20 } })).cases)
        if (eval_summary && !kept.has(id)) kept.set(id, (await evaluation(id)).evaluated_at);
      await kill();
    }
    await judged(cases);

    for (const id of ids) {
      const found = await evaluation(id);
      expect(found).toMatchObject({ summary: { status: "ready", passed: 1, total: 1 }, model: "judge" });
      if (kept.has(id)) expect(found.evaluated_at, "a verdict that stood before a kill").toBe(kept.get(id));
    }
    await expect.poll(() => notJudged(service.call, teamId), { timeout: 60_000, interval: 500 }).toEqual([]);
    const scores = { params: { agentId }, query: { since: "2020-01-01T00:00:00Z" } };
    expect(await service.call(getEvalScores, scores)).toEqual({ total_evaluated: cases, with_issues: 0, flag_distribution: [] });
    expect(judge.written, "rubrics were written").toBe(2);
    expect(await service.call(getCaseQueueEvalRubrics, { params })).toMatchObject({ rubrics: [{ source: "generated" }], version: 1 });
    const asked = judge.asked.map(({ life, about }) => `${about} in life ${life}`);
    expect(asked, "no process judges anything twice").toEqual([...new Set(asked)]);
    expect(new Set(judge.asked.map(({ about }) => about)).size).toBe(2 * cases);
    const most = 2 * cases + atOnce + 2 * atOnce * kills;
    expect(asked.length, "only what was being judged at a kill is judged again").toBeLessThanOrEqual(most);
  } finally {
    await service.close();
    await judge.stop();
  }
}

/** The runs without a verdict, and what each of them waits for. */
async function notJudged(call: Awaited<ReturnType<typeof crashable>>["call"], teamId: string) {
  const found: unknown[] = [];
  let after: string | null | undefined;
  do {
    const query = { limit: 100, ...(after && { after }) };
    const { data, next } = await call(listTeamRuns, { params: { teamId }, query });
    for (const { id, agent_id, status, eval_summaries } of data)
      if (eval_summaries?.status !== "ready")
        found.push({ status, ...(await call(getRunEvaluation, { params: { agentId: agent_id, runId: id } })) });
    after = next;
  } while (after);
  return found;
}

/** A queue whose cases an agent has brought to their end. The agent's runs are judged too. */
async function settledCases(call: Awaited<ReturnType<typeof crashable>>["call"], count: number) {
  const teamId = (await call(listMyTeams, {})).teams[0]?.id ?? "";
  const params = { queue_id: (await call(createQueue, { params: { teamId }, body: { name: "Refunds" } })).queue.id };
  const first = { name: "First", config: scripted("call claim_case {}", "call complete_case {}") };
  const { agent, build } = await call(createAgent, { params: { teamId }, body: { name: "Worker", build: first } });
  const words = { title: "Takes a case", description: "Did the run take a case and bring it to its end?" };
  await call(createEvalRubric, { params: { agentId: agent.id }, body: words });
  await attachQueues(call, teamId, { id: agent.id, buildId: build?.id ?? "" }, { consumes: [params.queue_id] });
  const ids: string[] = [];
  for (let from = 0; from < count; from += 100) {
    const cases = Array.from({ length: Math.min(100, count - from) }, (_, i) => ({ title: `Refund ${from + i}` }));
    ids.push(...(await call(createCases, { params, body: { cases } })).added_cases.map(({ id }) => id));
  }
  await call(createAgentCaseTrigger, { params: { agent_id: agent.id }, body: { case_queue_id: params.queue_id, enabled: true } });
  await expect.poll(async () => (await call(getQueue, { params })).queue.case_counts.completed, { timeout: 120_000 }).toBe(count);
  return { params, teamId, agentId: agent.id, ids };
}
