import type { Config } from "#contract/agents/config.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Outcome } from "./evaluation.store.ts";
import type { Judgement } from "./judge.ts";

/** Who judges: the model that is set for it, else the one of the work itself, else the one that forms begin with, else the built-in one. */
export function judgeFor({ config }: Pick<EngineServices, "config">, revision: Config | null): string {
  const own = revision && "model" in revision.data ? revision.data.model : undefined;
  return config.model.judge ?? own ?? config.model.default ?? "scripted";
}

/** Verdicts none of which says anything are no evaluation. */
export function outcomeOf({ verdicts, comment }: Judgement, model: string): Outcome {
  const told = verdicts.some((v) => v.passed !== null);
  return { status: told ? "ready" : "unavailable", verdicts, comment: told ? comment : (verdicts[0]?.reason ?? comment), model };
}
