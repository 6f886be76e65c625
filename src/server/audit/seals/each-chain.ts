import type { Services } from "#server/platform/http/context.ts";
import { Unreadable } from "#server/platform/sealing/envelope.ts";
import { listOrganizationIds } from "./seals.store.ts";

/** Does something with the chain of every organization. One whose key this installation does not open keeps nobody else's waiting. */
export async function eachChain(
  { store, log }: Pick<Services, "store" | "log">,
  work: (organizationId: string) => Promise<void>,
): Promise<void> {
  for (const organization of await listOrganizationIds(store.db)) {
    try {
      await work(organization);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      log.error({ organization }, "the key of the audit log's seals cannot be opened with SECRETS_KEY");
    }
  }
}
