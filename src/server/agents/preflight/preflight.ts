import { type PreflightProblem, maxProblems, problemCodes } from "#contract/agents/preflight.ts";
import type * as contract from "#contract/agents/preflight.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { findRevision } from "#server/agents/revisions/revisions.store.ts";
import type { PartsContext } from "#server/engine/revision-part.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";

export const preflightHandlers: Handlers<typeof contract, PartsContext> = {
  async getPromotePreflight({ params }, context) {
    const build = await findRevision(context.db, params.build_id);
    if (!build) throw refuse("not_found");
    const found = await problemsOf(context, build);
    return { problems: found.slice(0, maxProblems), total: found.length };
  },
};

/** What would make runs of a revision fail, the worst first. */
export async function problemsOf(context: PartsContext, build: Revision): Promise<PreflightProblem[]> {
  const { config } = build;
  if (!config) return [unconfigured];
  const checks = context.revisionParts.flatMap((part) => part.checks ?? []);
  const found = (await Promise.all(checks.map((check) => check({ build, config, context })))).flat();
  return found.toSorted((a, b) => weightOf(a) - weightOf(b));
}

/** Those that block first, then in the order of the contract. */
const weightOf = ({ severity, code }: PreflightProblem) => problemCodes.indexOf(code) + (severity === "blocks" ? 0 : problemCodes.length);

const unconfigured: PreflightProblem = {
  code: "no_configuration",
  severity: "blocks",
  message: "This revision has no configuration. Its runs fail immediately.",
  subject: { id: null, name: "configuration" },
  fix: "edit_revision",
};
