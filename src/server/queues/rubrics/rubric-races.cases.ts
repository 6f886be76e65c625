import { expect } from "vitest";
import { deleteCaseQueueEvalRubric, getCaseQueueEvalRubrics } from "#contract/queues/queue-rubrics.ts";
import { queueIn } from "#server/testing/cases.ts";
import type { TestService } from "#server/testing/service.ts";
import { beginVersion, insertQueueRubrics, retireQueueRubrics } from "./queue-rubrics.store.ts";

const words = (title: string) => ({ title, description: `Is everything about “${title}” as it should be?` });

/** Deletes all rubrics of a queue at once, that many times over: one always stays, whichever it is. */
export async function raceForTheLast(service: TestService, rounds: number): Promise<void> {
  const { db } = service.app.services.store;
  const queue_id = await queueIn(service);
  await beginVersion(db, queue_id, []);
  for (let round = 0; round < rounds; round++) {
    await retireQueueRubrics(db, queue_id);
    const added = Array.from({ length: 2 + (round % 3) }, (_, i) => words(`Rubric ${i}`));
    const rubrics = await insertQueueRubrics(db, queue_id, added, { source: "manual", created_by: null });
    const answers = await Promise.all(
      rubrics.map(({ id }) => service.call(deleteCaseQueueEvalRubric, { params: { queue_id, rubric_id: id } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...added.slice(1).map(() => 200), 409]);
    const { rubrics: left } = await service.ok(getCaseQueueEvalRubrics, { params: { queue_id } });
    expect(left.map(({ id }) => id)).toEqual([rubrics[answers.findIndex(({ status }) => status === 409)]?.id]);
  }
}
