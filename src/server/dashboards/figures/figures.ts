import type * as contract from "#contract/dashboards/figures.ts";
import { cachedAnswers } from "#server/dashboards/answers/cached-answers.ts";
import { faultsOf, fieldOwnersOf } from "#server/dashboards/answers/check.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { schemasOfQueues } from "#server/queues/figures/schemas-of-queues.store.ts";

const mostIssues = 50;
const sameName = { path: ["name"], message: "Give each query a name of its own" };

export const figureHandlers: Handlers<typeof contract> = {
  async countFigures({ body }, context) {
    const { db, team, caller } = context;
    const schemas = await schemasOfQueues(db, team.id, body.queries.flatMap(fieldOwnersOf));
    const faults = body.queries.flatMap((query, at) => {
      const twice = body.queries.findIndex(({ name }) => name === query.name) < at;
      const own = twice ? [sameName] : faultsOf(query, { parameters: [] }, schemas);
      return own.map(({ path, message }) => ({ path: ["queries", at, ...path], message }));
    });
    const [first] = faults;
    if (first)
      throw new Refusal("invalid_request", { message: `${first.path.join(".")}: ${first.message}`, issues: faults.slice(0, mostIssues) });
    return cachedAnswers(context, body, {}, { teamId: team.id, userId: caller.userId, role: team.role });
  },
};
