import { storable, unstorable } from "./fields.ts";
import { hasUnseen, unseenRefused } from "./unseen.ts";
import { z } from "./zod.ts";

/** All that mail servers take without quotes, in any script: `&`, `/` and `!` as well, and dots at any place. */
const local = String.raw`[^\s\u0000-\u0020\u007f"(),:;<>@[\\\]]+`;
const label = String.raw`[^\s\u0000-\u002c./\u003a-\u0040\u005b-\u0060\u007b-\u007f]+`;

/**
 * Whom mail can reach: the one rule of each way by which an address comes in, a person's typing or a company's provider. What it takes can be
 * shown on a line, put into a mail and told from another; a local part in quotes is none of that. A reply never asks it: what is stored can always
 * be read. The length is that of RFC 5321.
 */
export const emailAddress = z
  .email({ pattern: new RegExp(String.raw`^${local}@(${label}\.)+${label}$`) })
  .max(254)
  .refine(storable, unstorable)
  .refine((value) => !hasUnseen(value), unseenRefused);
