import type * as contract from "#contract/runs/webhooks.ts";
import { webhookSecret } from "./deliver-webhooks.ts";
import type { Handlers } from "#server/platform/http/context.ts";

export const webhookHandlers: Handlers<typeof contract> = {
  getWebhookSecret: (_input, { signer, team }) => ({ secret: webhookSecret(signer, team.id) }),
};
