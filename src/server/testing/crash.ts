import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { updateRevision } from "#contract/agents/revisions.ts";
import { getFileContent } from "#contract/library/files.ts";
import { listCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { listHumanRequests } from "#contract/runs/human-requests.ts";
import { listRunMessages, postRunMessage } from "#contract/runs/messages.ts";
import { listRunSteps, startStepName } from "#contract/runs/run-steps.ts";
import { getRunDetails, startTeamRun } from "#contract/runs/runs.ts";
import { terminalStatuses } from "#contract/runs/run.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { attachQueues } from "./cases.ts";
import { python, scripted } from "./agents.ts";
import { type Crashable, crashable } from "./crashable.ts";
import { comes, patienceMs } from "./patience/comes.ts";
import { random } from "./seed.ts";

/** A run that five kills hit before it could go on is given up, so all come to their end after fewer kills in a row. */
const calmAfter = 4;

/**
 * Kills the service `rounds` times while `count` runs are at work in each, and checks afterwards that nothing acknowledged is lost, every
 * run has ended or waits with “outcome unknown”, no effect happened twice, and transcripts are whole and in order.
 */
export async function crashRounds(rounds: number, count: number): Promise<{ runs: number; unknown: number }> {
  const service = await crashable();
  try {
    const teamId = (await service.call(listMyTeams, {})).teams[0]?.id ?? "";
    const made = async (name: string, config: ReturnType<typeof scripted>) => {
      const { agent, build } = await service.call(createAgent, { params: { teamId }, body: { name, build: { name, config } } });
      return { id: agent.id, buildId: build?.id ?? "" };
    };
    const agent = async (name: string, config: ReturnType<typeof scripted>) => (await made(name, config)).id;
    const model = await agent(
      "Model",
      scripted(
        "## step-write",
        'call write_file {"path": "once/{{message}}.txt", "content": "{{message}}"}',
        'call post_outside {"key": "{{message}}"}',
        "## step-tell",
        'call run_python {"code": "print(1)"}',
        "call list_files {}",
        "say Done: {{message}}",
      ),
    );
    const { queue } = await service.call(createQueue, { params: { teamId }, body: { name: "Lines" } });
    const { id: code, ...coded } = await made(
      "Code",
      python(
        "import caseload, os, time\nfor i in range(10):\n    print('line', i)\n    time.sleep(0.05)\n    if i in (2, 5): caseload.cases.add([{'title': f\"{os.environ['RUN_MESSAGE']}.{i}\"}])\nos.makedirs('output', exist_ok=True)\nopen('output/done.txt', 'w').write(os.environ['RUN_MESSAGE'])",
      ),
    );
    await attachQueues(service.call, teamId, { id: code, ...coded }, { produces: [queue.id] });
    const taker = await agent("Taker", scripted("say Took {{message}}"));
    const giver = await service.call(createAgent, {
      params: { teamId },
      body: { name: "Giver", build: { name: "Giver", config: scripted("call list_files {}", `call request_handover ${handover(taker)}`) } },
    });
    await service.call(updateRevision, { params: { build_id: giver.build?.id ?? "" }, body: { handoverTargetIds: [taker] } });
    const acknowledged = new Map<string, Acknowledged>();
    for (let round = 0; round < rounds; round++) {
      // The kill comes at a random one of the starts, however long these take.
      const enough = acknowledged.size + Math.ceil(count * (0.2 + 0.6 * random()));
      const starts = Array.from({ length: count }, async (_, i) => {
        const message = `r${round}n${i}`;
        const isCode = i % 5 === 4;
        const gives = i % 5 === 3;
        await sleep(random() * 600);
        const agent_id = isCode ? code : gives ? giver.agent.id : model;
        const { run } = await service.call(startTeamRun, { params: { teamId }, body: { agent_id, message } });
        acknowledged.set(run.id, { message, code: isCode, gives, later: [], added: [] });
      });
      let answered = false;
      const writes = Promise.allSettled(starts).then(() => (answered = true));
      while (acknowledged.size < enough && !answered) await sleep(5);
      const talk = Promise.allSettled(
        [...acknowledged]
          .filter(([, a]) => !a.code && !a.gives)
          .slice(-3)
          .map(async ([run_id, a]) => {
            const text = `later ${a.later.length} ${run_id}`;
            await service.call(postRunMessage, { params: { run_id }, body: { message: text } });
            a.later.push(text);
          }),
      );
      await sleep(random() * 400);
      await service.killAndRestart();
      await Promise.all([writes, talk]);
      if (round % calmAfter === calmAfter - 1) await settleAll(service, acknowledged.keys());
    }
    let unknown = 0;
    for (const [id, a] of acknowledged) unknown += await verify(service, teamId, id, a);
    const posts = Map.groupBy(
      service.ledger.seen.filter((k) => /^r\d+n\d+$/.test(k)),
      (k) => k,
    );
    for (const [keyPosted, times] of posts) expect(times.length, `effects of ${keyPosted}`).toBe(1);
    const titles = await caseTitles(service, queue.id);
    expect(titles, "no case twice").toEqual([...new Set(titles)]);
    // A run whose start was cut off by a kill before anybody heard of it may have done its work all the same.
    const known = new Set([...acknowledged.values()].map((a) => a.message));
    const added = [...acknowledged.values()].flatMap((a) => a.added);
    const ofKnown = titles.filter((title) => known.has(title.split(".")[0] ?? ""));
    expect(ofKnown, "cases that programs have added").toEqual(added.toSorted());
    return { runs: acknowledged.size, unknown };
  } finally {
    await service.close();
  }
}

const handover = (agent: string) => JSON.stringify({ agent, message: "{{message}}" });

interface Acknowledged {
  message: string;
  code: boolean;
  /** Its agent hands it over. */
  gives: boolean;
  later: string[];
  /** Titles of the cases that its transcript says it has added. */
  added: string[];
}

/** Returns 1 for a run that waits because an outcome is unknown. */
async function verify(service: Crashable, teamId: string, run_id: string, a: Acknowledged): Promise<number> {
  const details = await settle(service, run_id);
  const messages = [];
  for (let offset = 0; ; offset += 50) {
    const page = await service.call(listRunMessages, { params: { run_id }, query: { limit: 50, offset } });
    messages.push(...page.messages);
    if (messages.length >= page.total) break;
  }
  expect(messages).toHaveLength(details.message_count);
  expect(messages[0]?.subtype).toBe("agent_run_created");
  expect(messages[1]?.text_content).toBe(a.message);
  for (const text of a.later)
    expect(
      messages.filter((m) => m.text_content === text),
      text,
    ).toHaveLength(1);
  const open = new Set<string>();
  for (const m of messages) {
    if (m.tool_call) {
      expect(open.has(m.tool_call.id)).toBe(false);
      open.add(m.tool_call.id);
    }
    if (m.tool_result) expect(open.delete(m.tool_result.tool_call_id), "a result follows its call, once").toBe(true);
  }
  const { steps } = await service.call(listRunSteps, { params: { run_id } });
  const said = messages.flatMap((m) =>
    m.tool_call?.name === startStepName ? [(m.tool_call.arguments as { step_id: string }).step_id] : [],
  );
  expect(
    steps.map(({ step_id }) => step_id),
    "steps, each once",
  ).toEqual(said);
  a.added = messages.flatMap((m) => (m.tool_call?.name === "add_cases" ? titleAdded(m.tool_call.arguments) : []));
  if (details.status === "waiting") {
    const { human_requests } = await service.call(listHumanRequests, { params: { teamId }, query: { limit: 100 } });
    expect(human_requests.find((r) => r.run_id === run_id)?.title).toBe("Outcome unknown: post_outside");
    return 1;
  }
  if (a.code && details.failure?.code === "interrupted_by_restart") {
    // A program is begun again at most twice; one that was hit three times ends, and says why.
    expect(messages.filter((m) => m.subtype === "session_started")).toHaveLength(3);
    return 0;
  }
  if (a.code) expect(a.added).toEqual([`${a.message}.2`, `${a.message}.5`]);
  if (a.gives) {
    expect(details.children, "handed over once").toHaveLength(1);
    const [taken] = details.children;
    expect((await settle(service, taken?.id ?? "")).parent?.id).toBe(run_id);
    const { messages: told } = await service.call(listRunMessages, { params: { run_id: taken?.id ?? "" } });
    expect(told[1]?.text_content).toBe(a.message);
  }
  expect(details.failure).toBeNull();
  expect(details.status).toBe("completed");
  expect(open.size).toBe(0);
  // A later message may have come before the call, which then names that one.
  const call = messages.find((m) => m.tool_call?.name === "write_file")?.tool_call?.arguments as
    | { path: string; content: string }
    | undefined;
  if (call) expect((await service.call(getFileContent, { params: { teamId, path: call.path } })).content).toBe(call.content);
  return 0;
}

const titleAdded = (args: unknown) => (args as { cases: { title: string }[] }).cases.map((one) => one.title);

async function caseTitles(service: Crashable, queue_id: string): Promise<string[]> {
  const titles: string[] = [];
  for (;;) {
    const query = { limit: 100, offset: titles.length };
    const { cases, total } = await service.call(listCases, { params: { queue_id }, query });
    titles.push(...cases.map((one) => one.title));
    if (titles.length >= total) return titles.toSorted();
  }
}

/** Waits for runs, and for those that they were handed over to. */
async function settleAll(service: Crashable, ids: Iterable<string>): Promise<void> {
  for (const id of ids) for (const child of (await settle(service, id)).children) await settle(service, child.id);
}

async function settle(service: Crashable, run_id: string) {
  const look = async () => {
    const { run } = await service.call(getRunDetails, { params: { run_id } });
    return run.status === "waiting" || terminalStatuses.some((s) => s === run.status) ? run : undefined;
  };
  return comes(`The end of run ${run_id} after the last crash`, look, { restMs: 100, withinMs: 2 * patienceMs });
}
