import type { ChatChannel } from "#contract/notifications/notification-words.ts";
import type { MailWords } from "#server/platform/mail/mail-text.ts";

/** What a chat is told: what an email would say, without the words around it. */
export type ChatWords = Pick<MailWords, "title" | "items" | "action"> & { readonly more: string | null };

/** A message as the incoming webhook of a chat takes it. Every word of it may come from people, and none of it is a command there. */
export function chatMessage(channel: ChatChannel, words: ChatWords): object {
  return channel === "slack" ? slackMessage(words) : teamsMessage(words);
}

/** Slack refuses a message with a longer one. */
const mostInSection = 3_000;
/** Links and mentions are written in angle brackets there. */
const slackMarks: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const slackText = (text: string) => text.replace(/[&<>]/g, (mark) => slackMarks[mark] ?? mark);
/** Behind a link's `|` another one would end its words. */
const slackLink = (url: string, text: string) => `<${slackText(url)}|${slackText(oneLine(text)).replaceAll("|", "¦")}>`;
const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });
/** As text that is drawn as it is written: nothing in it is bold, a list or a mention. */
const plain = (text: string) => ({ type: "plain_text", text: oneLine(text), emoji: false });

function slackMessage({ title, items = [], action, more }: ChatWords): object {
  const listed = sectionsOf(items.map((item) => `• ${slackLink(item.url, item.title)}`));
  return {
    text: slackText(oneLine(title)),
    unfurl_links: false,
    blocks: [
      { type: "section", text: plain(title) },
      ...listed.map(section),
      ...(more ? [{ type: "context", elements: [plain(more)] }] : []),
      // A button would ask the sender when somebody selects it, and an incoming webhook has nobody who answers.
      section(slackLink(action.url, action.label)),
    ],
  };
}

/** Lines in as few texts as take them. */
function sectionsOf(lines: readonly string[]): string[] {
  const sections: string[] = [];
  for (const line of lines) {
    const last = sections.at(-1);
    if (last === undefined || last.length + line.length + 1 > mostInSection) sections.push(line);
    else sections[sections.length - 1] = `${last}\n${line}`;
  }
  return sections;
}

function teamsMessage({ title, items = [], action, more }: ChatWords): object {
  // Text blocks take Markdown, and text runs take none.
  const run = (text: string, look: object = {}) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text: oneLine(text), ...look }],
  });
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      run(title, { weight: "Bolder" }),
      ...items.map(({ title: said, url }) => run(`• ${said}`, { selectAction: { type: "Action.OpenUrl", url } })),
      ...(more ? [run(more, { isSubtle: true })] : []),
    ],
    actions: [{ type: "Action.OpenUrl", title: action.label, url: action.url }],
  };
  return { type: "message", attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }] };
}

function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .slice(0, 200)
    .toWellFormed();
}
