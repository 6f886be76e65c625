import { endpoint } from "#contract/endpoint.ts";
import { Success, text, timestamp } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

const area = "Sign-in";
const ours = "The command line gets a key without copying one; as in RFC 8628, in JSON.";

/** Letters that look like no other and make no words. */
export const userCodeLetters = "BCDFGHJKLMNPQRSTVWXZ";
const userCode = text(8, 20);
/** What the program calls itself and its machine: it may be anybody's words. */
const named = text(1, 100);

/** A program that asks for a key, as the person sees it who has its code. */
export const DeviceLogin = record("DeviceLogin", {
  user_code: z.string(),
  program: z.string(),
  machine: z.string().nullable(),
  /** Where it asked from. */
  address: z.string(),
  /** It asks for a key that only reads. */
  reads_only: z.boolean(),
  expires_at: timestamp,
});
export type DeviceLogin = z.output<typeof DeviceLogin>;

export const startDeviceLogin = endpoint({
  name: "startDeviceLogin",
  method: "POST",
  path: "/v2/device-logins",
  area,
  summary: "Ask for a key as a program: a person who has the code says yes in the console",
  access: { scope: "public" },
  changes: [],
  ours,
  body: z.strictObject({ program: named, machine: named.optional(), reads_only: z.boolean().optional() }),
  /** Seconds: how long it may take, and how long to wait between two questions. */
  reply: z.strictObject({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.string(),
    verification_uri_complete: z.string(),
    expires_in: z.int(),
    interval: z.int(),
  }),
  errors: ["too_many_attempts"],
});

export const finishDeviceLogin = endpoint({
  name: "finishDeviceLogin",
  method: "POST",
  path: "/v2/device-logins/key",
  area,
  summary: "Take the key, once a person has said yes; until then `authorization_pending`",
  access: { scope: "public" },
  changes: ["api_key"],
  ours,
  body: z.strictObject({ device_code: text(20, 100) }),
  reply: z.strictObject({ key: z.string(), team_id: z.string().nullable(), reads_only: z.boolean() }),
  errors: ["authorization_pending", "slow_down", "access_denied", "expired_token", "too_many"],
});

export const lookAtDeviceLogin = endpoint({
  name: "lookAtDeviceLogin",
  method: "POST",
  readOnly: true,
  path: "/v2/device-logins/look",
  area,
  summary: "Which program has this code",
  access: { scope: "self", by: "session" },
  reads: [],
  ours,
  body: z.strictObject({ user_code: userCode }),
  reply: z.strictObject({ device_login: DeviceLogin }),
  errors: ["wrong_device_code", "too_many_attempts"],
});

export const decideDeviceLogin = endpoint({
  name: "decideDeviceLogin",
  method: "POST",
  path: "/v2/device-logins/decide",
  area,
  summary: "Give a program a key of the signed-in person, or not",
  access: { scope: "self", by: "session" },
  changes: [],
  ours,
  body: z.strictObject({
    user_code: userCode,
    allow: z.boolean(),
    /** The one team it acts in; absent: all teams of the person. */
    team_id: idOf("team").nullable().optional(),
    reads_only: z.boolean().optional().meta({ default: false }),
  }),
  reply: Success,
  errors: ["not_found", "wrong_device_code", "too_many_attempts"],
});
