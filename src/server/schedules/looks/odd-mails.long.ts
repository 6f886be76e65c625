import { expect, it } from "vitest";
import { startImapServer } from "#server/testing/imap-server.ts";
import { startService } from "#server/testing/service.ts";
import { readOddMails } from "./odd-mails.cases.ts";

it("reads 133 odd mails, each with its text and every byte of its files", async () => {
  const imap = await startImapServer();
  const service = await startService({ env: { OUTBOUND_ALLOW: imap.host } });
  await readOddMails(service, imap, 133);
  await service.close();
  await imap.close();
  expect.hasAssertions();
});
