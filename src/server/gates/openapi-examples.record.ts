import { writeFile } from "node:fs/promises";
import { it } from "vitest";
import { examplesFile } from "#server/platform/http/openapi/examples.ts";
import { startService } from "#server/testing/service.ts";
import { subjects } from "./examples.ts";
import { recordExample } from "./record-examples.ts";

/** `npm run examples`: no test, but it needs what tests have. */
it("records the examples of the document", { timeout: 300_000 }, async () => {
  const service = await startService();
  try {
    const lines: string[] = [];
    for (const subject of subjects) lines.push(JSON.stringify(await recordExample(subject, service)));
    await writeFile(examplesFile, `${lines.toSorted().join("\n")}\n`);
  } finally {
    await service.close();
  }
});
