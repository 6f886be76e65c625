/** What a mail says: some sentences, one thing to do, some more. Every word of it may come from people. */
export interface MailWords {
  readonly subject: string;
  readonly title: string;
  readonly before: readonly string[];
  /** Things that it tells of, each with where to look at it. */
  readonly items?: readonly MailItem[];
  readonly action: { readonly label: string; readonly url: string };
  readonly after: readonly string[];
  /** How to get no more of these. */
  readonly stop?: { readonly label: string; readonly url: string };
}

export interface MailItem {
  readonly title: string;
  readonly note: string | null;
  readonly url: string;
}

/** As text and as HTML that says the same. No picture and no style from elsewhere: nothing tells who opened it. */
export function mailOf({ subject, title, before, items = [], action, after, stop }: MailWords): {
  subject: string;
  text: string;
  html: string;
} {
  const listed = items.map((item) =>
    [`- ${oneLine(item.title)}`, ...(item.note ? [`  ${oneLine(item.note)}`] : []), `  ${item.url}`].join("\n"),
  );
  const text = [title, ...before, ...listed, `${action.label}:\n${action.url}`, ...after, ...(stop ? [`${stop.label}:\n${stop.url}`] : [])];
  const paragraph = (words: string) => `<p style="margin:0 0 16px">${escaped(words)}</p>`;
  // With things to look at, each has a link of its own: the one to all of them is not repeated as text.
  const spelled = items.length > 0 ? "" : `<p style="margin:0 0 16px;word-break:break-all">${escaped(action.url)}</p>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title>
<style>:root{color-scheme:light dark}</style></head>
<body style="margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif"><div style="max-width:520px;margin:0 auto;overflow-wrap:anywhere">
<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${escaped(title)}</h1>
${before.map(paragraph).join("\n")}
${items.map(itemHtml).join("\n")}
<p style="margin:24px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#1f2937;border:1px solid #6b7280;color:#ffffff;text-decoration:none">${escaped(action.label)}</a></p>
${spelled}
${after.map(paragraph).join("\n")}
${stop ? `<p style="margin:24px 0 0;font-size:13px;opacity:0.7"><a href="${escaped(stop.url)}" style="color:inherit">${escaped(stop.label)}</a></p>` : ""}
</div></body></html>
`;
  return { subject: oneLine(subject), text: `${text.join("\n\n")}\n`, html };
}

function itemHtml({ title, note, url }: MailItem): string {
  const said = note ? `<br><span style="font-size:14px;opacity:0.7">${escaped(note)}</span>` : "";
  return `<p style="margin:0;padding:10px 0;border-top:1px solid #a3a3a366"><a href="${escaped(url)}" style="color:inherit;font-weight:600">${escaped(title)}</a>${said}</p>`;
}

/** What somebody called something, so that no mail program makes a link of it. */
export function unlinked(name: string): string {
  return name
    .replaceAll("://", ": //")
    .replaceAll(/\.(?=[\p{L}\p{N}])/gu, ". ")
    .replaceAll("@", " @ ");
}

function escaped(words: string): string {
  const marks: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return words.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}

/** A header is one line, as is what stands in a list. */
function oneLine(words: string): string {
  return words
    .replace(/[\s\p{Cc}]+/gu, " ")
    .slice(0, 200)
    .toWellFormed();
}
