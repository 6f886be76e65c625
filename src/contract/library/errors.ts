import { z } from "#contract/zod.ts";

export const libraryErrors = {
  not_text: { status: 400, message: "This file is not text. Download it instead." },
  version_conflict: {
    status: 409,
    message: "This file was changed elsewhere. Nothing was saved.",
    extra: z.object({ version: z.number().int() }),
  },
  invalid_skill: { status: 400, message: "This skill cannot be used." },
} as const;
