export const scheduleErrors = {
  webhook_unverified: { status: 401, message: "This delivery is not signed by the secret of this source. Nothing was stored." },
  source_paused: { status: 409, message: "This source is paused. Nothing was stored. Resume it, then send the event again." },
} as const;
