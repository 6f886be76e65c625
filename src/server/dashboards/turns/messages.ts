import { scriptedModelName } from "#contract/agents/scripted-steps.ts";
import type * as contract from "#contract/dashboards/messages.ts";
import type { ArtifactMessage } from "#contract/dashboards/dashboard.ts";
import { dashboardEvents } from "#contract/dashboards/events.ts";
import { editsDashboard } from "#contract/dashboards/rights.ts";
import { attachConnection, mayAttach } from "#server/dashboards/connections/dashboard-connections.store.ts";
import {
  findDashboard,
  findDashboardRecord,
  findVersion,
  headOf,
  insertDashboard,
  patchDashboard,
} from "#server/dashboards/dashboards/dashboards.store.ts";
import { requireIdle, requireLocked, requireRecord } from "#server/dashboards/dashboards/require-dashboard.ts";
import { teamOfCall } from "#server/dashboards/dashboards/team-of-call.ts";
import { stopRefresh } from "#server/dashboards/refresh/refresh.store.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { requireAnswers } from "#server/engine/tools/answers.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { record } from "#server/platform/events/record.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { answerWords, answeredSteps, answeredTurns } from "./answered.ts";
import { messageText, openCall } from "./conversation.ts";
import { emptyPage } from "./edit-page.ts";
import { endTurn, turnChanged } from "./turn-log.ts";
import { isScript } from "./practice-lines.ts";
import { confirmed, isAllowing } from "./turn-connections.ts";
import { readingTool } from "./turn-tools.ts";
import { dashboardTurns } from "./turn-queue.ts";
import { type Asked, closeQuestions, insertTurn, listMessages, lockAskingTurn, lockOpenTurn, markPartial } from "./turns.store.ts";

/** Messages before a new one that its model is told of. */
const toldBefore = 20;

export const dashboardMessageHandlers: Handlers<typeof contract, EngineContext> = {
  async createDashboard({ body: { message, connection_ids = [] } }, context) {
    const { db, caller } = context;
    const team = await teamOfCall(context);
    const id = await insertDashboard(db, { team_id: team.id, created_by_user_id: caller.userId, title: null, status: "not_started" });
    await attach(context, id, connection_ids);
    const about = { team: team.id, actor: { kind: "user", id: caller.userId }, subject: id } as const;
    await record(db, dashboardEvents, { ...about, type: "dashboard.created", data: {} });
    const dashboard = { id, team_id: team.id };
    const user_message = await begin(context, {
      dashboard,
      message,
      baseId: null,
      page: emptyPage,
      turns: [{ role: "user", text: message }],
    });
    turnChanged(context, id, { team_id: team.id, created_by_user_id: caller.userId, visibility: "private" });
    return { artifact_id: id, user_message };
  },

  async sendDashboardMessage({ params, body: { message, from_revision_id, selected_element: selected } }, context) {
    const { db } = context;
    const dashboard = await requireLocked(context, params.artifactId, editsDashboard);
    requireIdle(dashboard);
    const base = from_revision_id === undefined ? await headOf(db, dashboard) : await findVersion(db, dashboard.id, from_revision_id);
    if (from_revision_id !== undefined && !base) throw refuse("not_found");
    await closeQuestions(db, dashboard.id);
    const head = { id: dashboard.id, current_revision_id: base?.id ?? null };
    const { data } = await listMessages(db, head, { limit: toldBefore });
    const told = data.flatMap(({ role, content }) =>
      content === "" ? [] : [role === "user" ? { role, text: content } : { role, text: content, calls: [] }],
    );
    const page = base?.page ?? emptyPage;
    const turns = [...told, { role: "user" as const, text: messageText(message, selected, page) }];
    const user_message = await begin(context, { dashboard, message, selected, baseId: base?.id ?? null, page, turns });
    await patchDashboard(db, dashboard.id, { status: "pending", restored_from: null, current_revision_id: base?.id ?? null });
    turnChanged(context, dashboard.id, dashboard);
    return { user_message };
  },

  async listDashboardMessages({ params, query }, context) {
    const dashboard = await requireRecord(context, params.artifactId, editsDashboard);
    const { knows, ...page } = await inSnapshot(context.db, (at) => listMessages(at, dashboard, query));
    if (!knows) throw invalid(["before"], "This conversation has no such message");
    return page;
  },

  async answerDashboardQuestion({ params, body: { toolCallId, answers } }, context) {
    const { db, caller } = context;
    const dashboard = await requireLocked(context, params.artifactId, editsDashboard);
    const asking = await lockAskingTurn(db, dashboard.id);
    const baseId = asking && (asking.result_revision_id ?? asking.base_revision_id);
    const call = asking && openCall(asking.turns);
    // A question belongs to the version that it was asked about.
    if (!asking || !call || call.id !== toolCallId || baseId !== dashboard.current_revision_id) throw refuse("no_question");
    requireAnswers(asking.questions, answers);
    const reads = call.name === readingTool;
    // The accounts are the creator's.
    if (reads && isAllowing(answers) && dashboard.created_by_user_id !== caller.userId) throw refuse("forbidden");
    const may = reads ? await confirmed(db, dashboard.id, call.arguments, answers) : undefined;
    await closeQuestions(db, dashboard.id, answeredSteps(asking.steps, call.id, answers));
    const head = await headOf(db, dashboard);
    await begin(context, {
      dashboard,
      message: answerWords(answers),
      baseId: head?.id ?? null,
      page: head?.page ?? asking.page,
      turns: answeredTurns(asking.turns, answers, asking.author_user_id === caller.userId, may),
      model: asking.model,
    });
    await patchDashboard(db, dashboard.id, { status: "pending", restored_from: null });
    turnChanged(context, dashboard.id, dashboard);
    return { ok: true as const };
  },

  async stopDashboardMessage({ params, body: { partial_text } }, context) {
    const { db } = context;
    const dashboard = await requireLocked(context, params.artifactId, editsDashboard);
    const turn = await lockOpenTurn(db, dashboard.id);
    if (turn) {
      // What a caller saw counts as far as it continues what is stored.
      const said = partial_text?.startsWith(turn.said) ? partial_text : turn.said;
      await endTurn(db, dashboard, { ...turn, said }, "interrupted", { said });
      await markPartial(db, turn.id);
      turnChanged(context, dashboard.id, dashboard);
      context.afterCommit(() => context.live.publishStop(turn.id));
    } else if (dashboard.refreshing) {
      await stopRefresh(db, dashboard);
      turnChanged(context, dashboard.id, dashboard, ["artifact"]);
    } else context.unchanged();
    const artifact = await findDashboard(db, dashboard.id);
    if (!artifact) throw refuse("not_found");
    return { artifact };
  },
};

/** Stores a turn that is due, and has it taken up after the commit. */
async function begin(
  context: EngineContext,
  asked: Omit<Asked, "authorId" | "model"> & { readonly model?: string },
): Promise<ArtifactMessage> {
  const model = isScript(asked.message) ? scriptedModelName : (context.config.model.default ?? scriptedModelName);
  const message = await insertTurn(context.db, { model, ...asked, authorId: context.caller.userId });
  context.afterCommit(() => context.engine.wake(dashboardTurns));
  return message;
}

/** Has a dashboard of the caller read with these connections. */
async function attach({ db, caller }: EngineContext, artifactId: string, ids: readonly string[]): Promise<void> {
  const dashboard = ids.length > 0 ? await findDashboardRecord(db, artifactId) : undefined;
  if (!dashboard) return;
  for (const [i, id] of ids.entries()) {
    if (!(await mayAttach(db, dashboard, caller.userId, id)))
      throw invalid(["connection_ids", i], "You have no such connection in this team");
    await attachConnection(db, artifactId, id);
  }
}
