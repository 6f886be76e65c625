import type { ListColumns } from "#contract/list.ts";
import type { WebhookSource } from "./webhook-sources.ts";

export const webhookSourceColumns = {
  name: { header: "Name", width: "clamp(140px, 24vw, 300px)" },
  state: { header: "State", width: "176px", from: "sm" },
  last: { header: "Last event", width: "144px", from: "sm" },
  triggers: { header: "Triggers", width: "112px", from: "md", quiet: true },
} satisfies ListColumns<WebhookSource>;
