import { eq } from "drizzle-orm";
import { artifactTurns } from "#server/dashboards/dashboards.table.ts";
import { findDashboardRecord, patchDashboard } from "#server/dashboards/dashboards/dashboards.store.ts";
import { insertTurn } from "#server/dashboards/turns/turns.store.ts";
import { dashboardOf, examplePage } from "./dashboards.ts";
import type { Stage } from "./stage.ts";

type Patch = Partial<typeof artifactTurns.$inferInsert>;

/** A dashboard of the caller with a turn in this state. */
async function withTurn(stage: Stage, status: "running" | "completed", patch: Patch): Promise<{ artifactId: string; messageId: string }> {
  const { db } = stage.service.app.services.store;
  const { artifactId, secondId } = await dashboardOf(stage);
  return db.transaction(async (tx) => {
    const dashboard = await findDashboardRecord(tx, artifactId);
    if (!dashboard) throw new Error("the example dashboard is gone");
    const { id } = await insertTurn(tx, {
      dashboard,
      authorId: dashboard.created_by_user_id,
      message: "Show our runs",
      baseId: secondId,
      page: examplePage,
      model: "scripted",
      turns: [{ role: "user", text: "Show our runs" }],
    });
    await tx.update(artifactTurns).set(patch).where(eq(artifactTurns.artifact_id, artifactId));
    await patchDashboard(tx, artifactId, { status });
    return { artifactId, messageId: id };
  });
}

/** One with a conversation. */
export const spokenDashboardOf = (stage: Stage) => withTurn(stage, "completed", { status: "completed", said: "Here they are." });

/** One that is being written, by no worker and for long. */
export const writingDashboardOf = (stage: Stage) =>
  withTurn(stage, "running", { status: "running", said: "Here", next_attempt_at: "2199-01-01T00:00:00.000Z" });

export const askedCall = "call_1";
/** One whose question waits. */
export function askingDashboardOf(stage: Stage) {
  const questions = [{ question: "Which month?" }];
  return withTurn(stage, "completed", {
    status: "waiting_for_input",
    completed_at: new Date().toISOString(),
    questions,
    steps: [{ kind: "asked", tool_call_id: askedCall, question: "Which month?", options: [], answer: null }],
    turns: [
      { role: "user", text: 'ask "Which month?"' },
      { role: "assistant", text: "", calls: [{ id: askedCall, name: "ask_person", arguments: { questions } }] },
    ],
  });
}
