import { maxQueueRubrics } from "#contract/queues/queue-rubrics.ts";
import type * as contract from "#contract/queues/queue-rubrics.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import {
  activeQueueRubrics,
  findVersion,
  forgetGeneration,
  insertQueueRubrics,
  lockRubrics,
  type QueueRubricRecord,
  readRubricSet,
  retireQueueRubrics,
  toQueueRubric,
} from "./queue-rubrics.store.ts";

export const queueRubricHandlers: Handlers<typeof contract> = {
  async getCaseQueueEvalRubrics({ params }, { db }) {
    return readRubricSet(db, params.queue_id);
  },

  async createCaseQueueEvalRubric({ params: { queue_id }, body }, context) {
    const rubrics = await rubricsToChange(context, queue_id);
    if (rubrics.length >= maxQueueRubrics)
      throw refuse("too_many_rubrics", `A queue has at most ${maxQueueRubrics} rubrics. Delete one first.`);
    const [rubric] = await insertQueueRubrics(context.db, queue_id, [body], manual(context));
    return { rubric: shown(rubric) };
  },

  async replaceCaseQueueEvalRubrics({ params: { queue_id }, body }, context) {
    const { db } = context;
    await rubricsToChange(context, queue_id);
    await retireQueueRubrics(db, queue_id);
    await insertQueueRubrics(db, queue_id, body.rubrics, manual(context));
    await forgetGeneration(db, queue_id);
    return readRubricSet(db, queue_id);
  },

  async updateCaseQueueEvalRubric({ params: { queue_id, rubric_id }, body }, context) {
    const { old } = await rubricToChange(context, queue_id, rubric_id);
    const { title = old.title, description = old.description } = body;
    if (title === old.title && description === old.description) return { rubric: toQueueRubric(old) };
    await retireQueueRubrics(context.db, queue_id, { id: old.id });
    const [rubric] = await insertQueueRubrics(context.db, queue_id, [{ title, description }], manual(context), old.sort_order);
    return { rubric: shown(rubric) };
  },

  async deleteCaseQueueEvalRubric({ params: { queue_id, rubric_id } }, context) {
    const { old, rubrics } = await rubricToChange(context, queue_id, rubric_id);
    if (rubrics.length === 1) throw refuse("last_rubric");
    await retireQueueRubrics(context.db, queue_id, { id: old.id });
    return { success: true };
  },
};

/** What a person has put into words is a person's, whoever made it first. */
function manual({ caller }: Context) {
  return { source: "manual", created_by: caller.userId } as const;
}

async function rubricsToChange({ db }: Context, queueId: string): Promise<QueueRubricRecord[]> {
  await lockRubrics(db, queueId);
  if (!(await findVersion(db, queueId))) throw refuse("no_rubric_version");
  return activeQueueRubrics(db, queueId);
}

async function rubricToChange({ db }: Context, queueId: string, rubricId: string) {
  await lockRubrics(db, queueId);
  const rubrics = await activeQueueRubrics(db, queueId);
  const old = rubrics.find((rubric) => rubric.id === rubricId);
  if (!old) throw refuse("not_found", "This rubric does not exist, or it was replaced.");
  return { old, rubrics };
}

function shown(rubric: QueueRubricRecord | undefined) {
  if (!rubric) throw new Error("insert returned no rubric");
  return toQueueRubric(rubric);
}
