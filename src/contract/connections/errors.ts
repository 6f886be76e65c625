import { z } from "#contract/zod.ts";

export const connectionErrors = {
  // Secrets, logins and connections.
  already_attached: { status: 409, message: "It is already attached to this revision." },
  wrong_slot: { status: 409, message: "This slot takes something else." },
  already_granted: { status: 409, message: "This team can use the connection already." },
  not_shared: { status: 409, message: "Share this connection with your own team first. A personal one is for one person." },
  sharing_off: {
    status: 409,
    message: "Sharing connections between teams is off in this organization. An administrator can allow it in the organization’s settings.",
  },
  tool_changed: { status: 409, message: "The server changed one of these tools. Look at it again, then choose." },
  server_taken: { status: 409, message: "An integration of this team already has this address." },
  agreement_outdated: { status: 409, message: "The revision was changed after you looked at it. Review it again, then agree." },
  secret_unreadable: {
    status: 409,
    message: "The stored values cannot be opened with this installation's SECRETS_KEY. Replace all values.",
  },
  // Servers, and sign-ins at other services.
  oauth_unsupported: { status: 400, message: "This server offers no sign-in that can be used here." },
  oauth_refused: { status: 400, message: "The other service did not allow the access. Nothing was connected. Start again." },
  oauth_over: {
    status: 409,
    message: "This sign-in is not yours, was used already, or took longer than 10 minutes. Nothing was connected. Start again.",
  },
  provider_not_set_up: {
    status: 409,
    message: "This installation has no client for this service yet. An administrator registers one there and sets OAUTH_PROVIDERS.",
  },
  server_unreachable: { status: 400, message: "No answer came from this server. Check the address, then try again." },
  missing_connection: {
    status: 409,
    message: "A connection that this agent needs is missing. Choose one, then try again.",
    extra: z.object({
      missing: z.array(
        z.object({ build_id: z.string(), slot_id: z.string(), name: z.string(), broken: z.boolean() }).meta({ id: "LackedConnection" }),
      ),
    }),
  },
} as const;
