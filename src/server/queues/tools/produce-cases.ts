import { caseFilters } from "#contract/queues/case.ts";
import { caseSearch } from "#contract/queues/case-filters.ts";
import { NewCase } from "#contract/queues/cases.ts";
import { z } from "#contract/zod.ts";
import { totalCaches } from "#server/platform/db/total-cache.ts";
import { type CaseQueue, queueNamed, queueNames, whichQueue } from "#server/queues/dispatch/case-queues.ts";
import { casesChanged } from "#server/queues/cases/case-changes.ts";
import { selectionOf } from "#server/queues/cases/case-conditions.ts";
import type { Matches } from "#server/queues/cases/case-totals.store.ts";
import { listCasePage } from "#server/queues/cases/case-list.store.ts";
import { insertCases } from "#server/queues/cases/new-cases.store.ts";
import { lockQueue } from "#server/queues/queues/queues.store.ts";
import { type Tool, ToolError, tool } from "#server/engine/tools/tool.ts";

const type = "cases";
const cacheOf = totalCaches<Matches>();

export function addCases(queues: readonly CaseQueue[]): Tool {
  return tool({
    name: "add_cases",
    type,
    effect: "store",
    description: `Add up to 100 cases to a queue, each a unit of work for another agent. Queues: ${queueNames(queues)}.`,
    parameters: z.strictObject({ queue: whichQueue(queues), cases: z.array(NewCase).min(1).max(100) }),
    async execute(tx, args, { run, services, afterCommit }) {
      const queue = queueNamed(queues, args.queue);
      if (!(await lockQueue(tx, queue.id, "key share"))) throw new ToolError(`The queue ${queue.name} was deleted.`);
      const doer = { userId: run.user_id, runId: run.id, agentId: run.agent_id };
      const ids = await insertCases(tx, queue.id, run.secrets.redactor.json(args.cases), doer);
      afterCommit(() => {
        casesChanged(services.live, run.team_id, queue.id, ids);
        services.wakeCases();
      });
      return { queue: queue.name, added: ids };
    },
  });
}

export function listQueueCases(queues: readonly CaseQueue[]): Tool {
  return tool({
    name: "list_cases",
    type,
    effect: "none",
    description: `List the cases of a queue, newest first, for instance to see what was added already. Queues: ${queueNames(queues)}.`,
    parameters: z.strictObject({
      queue: whichQueue(queues),
      status: z.array(z.enum(caseFilters)).max(20).optional(),
      search: caseSearch.optional().describe("Words of the title or of the data"),
      limit: z.int().min(1).max(100).optional(),
    }),
    async execute({ queue: called, status, search, limit = 20 }, { services: { store } }) {
      const queue = queueNamed(queues, called);
      const selection = await selectionOf(store.db, queue.id, { status, search });
      const order = { limit, offset: 0, sort_by: "created_at", sort_order: "desc" } as const;
      const { cases, total } = await listCasePage(store, cacheOf(store), selection, order);
      return {
        queue: queue.name,
        total,
        cases: cases.map(({ id, title, display_status, priority, created_at }) => ({
          id,
          title,
          status: display_status,
          priority,
          created_at,
        })),
      };
    },
  });
}
