/** What a mail says: some sentences, one thing to do, some more. Every word of it may come from people. */
export interface MailWords {
  readonly subject: string;
  readonly title: string;
  readonly before: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  readonly after: readonly string[];
}

/** As text and as HTML that says the same. No picture and no style from elsewhere: nothing tells who opened it. */
export function mailOf({ subject, title, before, action, after }: MailWords): { subject: string; text: string; html: string } {
  const text = [title, ...before, `${action.label}:\n${action.url}`, ...after].join("\n\n");
  const paragraph = (words: string) => `<p style="margin:0 0 16px">${escaped(words)}</p>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif"><div style="max-width:520px;margin:0 auto">
<h1 style="font-size:20px;margin:0 0 16px">${escaped(title)}</h1>
${before.map(paragraph).join("\n")}
<p style="margin:24px 0"><a href="${escaped(action.url)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#1f2937;color:#ffffff;text-decoration:none">${escaped(action.label)}</a></p>
<p style="margin:0 0 16px;word-break:break-all">${escaped(action.url)}</p>
${after.map(paragraph).join("\n")}
</div></body></html>
`;
  return { subject: oneLine(subject), text: `${text}\n`, html };
}

function escaped(words: string): string {
  const marks: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return words.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}

/** A header is one line. */
function oneLine(words: string): string {
  return words.replace(/\s+/g, " ").slice(0, 200);
}
