import fc from "fast-check";
import type { Email } from "postal-mime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chatChannels } from "#contract/notifications/notification-words.ts";
import { newId } from "#server/platform/db/columns.ts";
import { mailOf } from "#server/platform/mail/mail-text.ts";
import { type TestMailServer, startMailServer } from "#server/testing/mail-server.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { chatMessage } from "#server/notifications/chats/chat-text.ts";
import { cause, together } from "#server/notifications/fan-out/cause.ts";
import { tell } from "#server/notifications/fan-out/tell.store.ts";
import { proves } from "#server/testing/proves.ts";

/** What means something to mail programs, browsers and chats. */
const marks = ["<", ">", "&", '"', "'", "|", "*", "_", "`", "~", "\r\n", "\n", "\u0000", "\u2028", "](", "<!channel>", "<@U1>", "</a>"];
const more = ["{{", "<at>all</at>", "Bcc: e@example.com", "\r\n.\r\n", "javascript:", "=?utf-8?q?x?=", "\ud800", "\u202e", "a", " "];
const hostile = fc.array(fc.oneof(fc.constantFrom(...marks, ...more), fc.string({ unit: "binary", maxLength: 6 })), {
  minLength: 1,
  maxLength: 12,
});
const words = hostile.map((parts) => `x${parts.join("")}`);
const url = "https://caseload.example.com/t/1/runs/2?a=1&b=2";
const numRuns = 400;

describe("what people wrote is words", () => {
  const tagsOf = (html: string) => html.match(/<[^>]*>/g);
  const mailSaying = (one: string) =>
    mailOf({
      subject: one,
      title: one,
      before: [one],
      items: [{ title: one, note: one, url }],
      action: { label: one, url },
      after: [one],
      stop: { label: one, url },
    });

  test("in the HTML of an email: the elements are the same whatever it says", async () => {
    const plain = tagsOf(mailSaying("x").html);
    await proves(
      fc.property(words, (said) => {
        const { html, subject } = mailSaying(said);
        expect(tagsOf(html)).toEqual(plain);
        expect(subject).not.toMatch(/[\r\n\p{Cc}]/u);
        expect(subject.isWellFormed()).toBe(true);
      }),
      { numRuns },
    );
  });

  test("in Slack: no link, mention or command but the links that are meant, and no text that is too long", async () => {
    const link = `<${url.replaceAll("&", "&amp;")}|`;
    await proves(
      fc.property(words, fc.integer({ min: 1, max: 20 }), (said, count) => {
        const items = Array.from({ length: count }, () => ({ title: said, note: said, url }));
        const message = chatMessage("slack", { title: said, items, action: { label: said, url }, more: said }) as {
          text: string;
          blocks: { type: string; text?: { type: string; text: string } }[];
        };
        expect(message.text).not.toMatch(/[<>\n]/);
        const marked = message.blocks.flatMap(({ text }) => (text?.type === "mrkdwn" ? text.text.split("\n") : []));
        expect(marked.length).toBe(count + 1);
        for (const line of marked) {
          const rest = line.replace(/^• /, "");
          expect(rest.startsWith(link)).toBe(true);
          expect(rest.slice(link.length)).toMatch(/^[^<>|\n]*>$/);
        }
        for (const { text } of message.blocks) expect(text?.text.length ?? 0).toBeLessThanOrEqual(3_000);
        expect(message.blocks.length).toBeLessThanOrEqual(50);
      }),
      { numRuns },
    );
  });

  test("in Teams: each in a run of text, which takes no markup, and the card stays small", async () => {
    await proves(
      fc.property(words, (said) => {
        const items = Array.from({ length: 20 }, () => ({ title: said, note: null, url }));
        const message = JSON.stringify(chatMessage("microsoft_teams", { title: said, items, action: { label: "Open", url }, more: said }));
        expect(Buffer.byteLength(message)).toBeLessThan(28_000);
        const { attachments } = JSON.parse(message) as { attachments: { content: { body: { type: string; inlines: object[] }[] } }[] };
        for (const block of attachments[0]?.content.body ?? []) {
          expect(block.type).toBe("RichTextBlock");
          expect(block.inlines).toMatchObject([{ type: "TextRun" }]);
        }
      }),
      { numRuns },
    );
  });

  test("and every chat is told the same", () => {
    for (const channel of chatChannels)
      expect(JSON.stringify(chatMessage(channel, { title: "Ledger: run 1 failed", action: { label: "Open", url }, more: null }))).toContain(
        "Ledger: run 1 failed",
      );
  });
});

describe("on its way", () => {
  let mail: TestMailServer;
  let service: TestService;
  beforeAll(async () => {
    mail = await startMailServer();
    service = await startService({ env: { SMTP_URL: mail.url, MAIL_FROM: "caseload@example.com" } });
  });
  afterAll(async () => {
    await service.close();
    await mail.close();
  });

  test.each([
    ["a header", "Ledger\r\nBcc: e@example.com\r\n\r\nGone", "Ledger Bcc: e@example.com Gone"],
    ["an encoded word", "=?utf-8?q?=0D=0ABcc:_e@example.com?=", "\r\nBcc: e@example.com"],
    ["the end of the data", "Ledger\r\n.\r\nRCPT TO:<e@example.com>", "Ledger . RCPT TO:<e@example.com>"],
    ["an element", '<img src="https://e.example.com"><script>', '<img src="https://e.example.com"><script>'],
  ])("%s in a title is a title", async (_what, title, subject) => {
    const one = cause({
      key: newId(),
      type: "job_issue",
      severity: "info",
      team_id: service.teamId,
      title,
      body: title,
      at: new Date(Date.now() - 61 * 60_000).toISOString(),
      people: [service.ids.member],
    });
    const before = mail.mails.length;
    await service.app.services.store.db.transaction((tx) => tell(tx, together([one]), { email: true }));
    await expect.poll(() => mail.mails.length).toBe(before + 1);
    const { to, mail: arrived } = mail.mails[before] as { to: readonly string[]; mail: Email };
    expect(to).toEqual([expect.stringMatching(/^member/)]);
    expect(arrived.subject).toBe(subject);
    expect(arrived.headers.filter(({ key }) => ["bcc", "cc", "to"].includes(key)).map(({ key }) => key)).toEqual(["to"]);
    expect(arrived.attachments).toEqual([]);
    expect(arrived.html).not.toMatch(/<(img|script)/);
    await service.pool.query("delete from notification_batches");
  });
});
