import { type PreflightProblem, maxProblems } from "#contract/agents/preflight.ts";
import type * as contract from "#contract/agents/preflight.ts";
import { findRevision } from "#server/agents/revisions/revisions.store.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { agreements } from "./agreements.ts";
import { caseTrigger } from "./case-trigger.ts";
import type { Check } from "./check.ts";
import { codeFiles } from "./code-files.ts";
import { handoverTargets } from "./handover-targets.ts";
import { installation } from "./installation.ts";
import { logins } from "./logins.ts";
import { queueSlots } from "./queue-slots.ts";
import { secrets } from "./secrets.ts";
import { skills } from "./skills.ts";
import { startFile } from "./start-file.ts";
import { teamFiles } from "./team-files.ts";

/** A further check is a file beside these and a word here. */
const checks: readonly Check[] = [
  teamFiles,
  codeFiles,
  startFile,
  skills,
  handoverTargets,
  queueSlots,
  caseTrigger,
  secrets,
  logins,
  agreements,
  installation,
];

export const preflightHandlers: Handlers<typeof contract, EngineContext> = {
  async getPromotePreflight({ params }, context) {
    const build = await findRevision(context.db, params.build_id);
    if (!build) throw refuse("not_found");
    const { config } = build;
    if (!config) return { problems: [unconfigured], total: 1 };
    const found = (await Promise.all(checks.map((check) => check({ build, config, context })))).flat();
    const worstFirst = [...found.filter(blocks), ...found.filter((problem) => !blocks(problem))];
    return { problems: worstFirst.slice(0, maxProblems), total: found.length };
  },
};

const blocks = ({ severity }: PreflightProblem) => severity === "blocks";

const unconfigured: PreflightProblem = {
  code: "no_configuration",
  severity: "blocks",
  message: "This revision has no configuration. Its runs fail immediately.",
  subject: { id: null, name: "configuration" },
  fix: "edit_revision",
};
