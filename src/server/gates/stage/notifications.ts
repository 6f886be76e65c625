import type { ChatChannel } from "#contract/notifications/notification-words.ts";
import { newId } from "#server/platform/db/columns.ts";
import { cause } from "#server/notifications/fan-out/cause.ts";
import { replaceChat } from "#server/notifications/chats/chats.store.ts";
import { stopToken } from "#server/notifications/deliveries/stop-token.ts";
import { tell } from "#server/notifications/fan-out/tell.store.ts";
import { agentOf } from "./agents.ts";
import { maker, type Stage } from "./stage.ts";

/** Something that the caller was told, in a batch. */
export async function notificationOf(stage: Stage): Promise<{ id: string; batchId: string; runId: string; key: string }> {
  const { service, teamId } = stage;
  const { db } = service.app.services.store;
  const { id: agent_id } = await agentOf(stage);
  const [runId, key] = [newId(), `example ${newId()}`];
  const recipient = service.ids[maker(stage, "team:member").as];
  const title = "Example agent: run 1 failed";
  const about = { key, type: "job_issue", severity: "warning", team_id: teamId, agent_id, run_id: runId, people: [recipient] } as const;
  await db.transaction((tx) =>
    tell(tx, [cause({ ...about, title, body: "The program ended with an error.", at: new Date().toISOString() })]),
  );
  const { rows } = await service.pool.query<{ id: string; batch_id: string }>(
    "select id, batch_id from notifications where cause = $1 and recipient_id = $2",
    [key, recipient],
  );
  return { id: rows[0]?.id ?? "", batchId: rows[0]?.batch_id ?? "", runId, key };
}

/** A chat of the team, whose address nothing may be sent to. */
export async function chatOf(
  { service, teamId }: Stage,
  channel: ChatChannel = "slack",
): Promise<{ teamId: string; channel: ChatChannel }> {
  const { store, envelope } = service.app.services;
  await replaceChat(store.db, envelope, teamId, channel, `http://10.0.0.1/services/${newId()}`);
  return { teamId, channel };
}

/** As the last link of an email has it. */
export function stopTokenOf({ service, teamId }: Stage): string {
  return stopToken(service.app.services.signer, { userId: service.ids.member, teamId });
}
