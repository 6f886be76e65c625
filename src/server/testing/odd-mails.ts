import { random } from "./seed.ts";

/** A mail as some program writes it, with what a reader has to find in it. */
export interface OddMail {
  readonly kind: string;
  readonly raw: Buffer;
  /** What its text contains. */
  readonly text: string;
  /** Bytes of its files. */
  readonly files: readonly Buffer[];
}

interface Written {
  readonly head?: string;
  readonly body: string | Buffer;
  readonly text: string;
  readonly files?: readonly Buffer[];
}

const upTo = (n: number) => Math.floor(random() * n);
const bytes = (n = 1 + upTo(5_000)) => Buffer.from(Array.from({ length: n }, () => upTo(256)));
const wrapped = (content: Buffer, width = 76) => content.toString("base64").replace(new RegExp(`.{${width}}`, "g"), "$&\r\n");
const quoted = (content: Buffer) =>
  [...content]
    .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("")
    .replace(/.{60}/g, "$&=\r\n");

/** Characters of two bytes in an encoding, by asking what each pair of bytes means. */
function encoded(text: string, charset: string): Buffer {
  const decoder = new TextDecoder(charset);
  const known = new Map<string, Buffer>();
  for (let high = 0x81; high < 0xff; high++)
    for (let low = 0x40; low < 0xff; low++) {
      const pair = Buffer.from([high, low]);
      const letter = decoder.decode(pair);
      if ([...letter].length === 1 && !known.has(letter)) known.set(letter, pair);
    }
  return Buffer.concat([...text].map((letter) => known.get(letter) ?? Buffer.from(letter, "latin1")));
}

function iso2022(text: string): Buffer {
  const pairs = encoded(text, "euc-jp").map((byte) => byte & 0x7f);
  return Buffer.concat([Buffer.from("\u001b$B"), pairs, Buffer.from("\u001b(B")]);
}

const part = (head: string, body: string) => `--x\r\n${head}\r\n\r\n${body}\r\n`;
const multi = (kind: string, ...parts: string[]): Pick<Written, "head" | "body"> => ({
  head: `Content-Type: multipart/${kind}; boundary="x"`,
  body: `${parts.join("")}--x--\r\n`,
});
const file = (content: Buffer, named: string, type = "application/octet-stream") =>
  part(`Content-Type: ${type}\r\nContent-Disposition: attachment${named}\r\nContent-Transfer-Encoding: base64`, wrapped(content));
/** What is not packed in Base64 is read as lines of text: each has one end of line, the last one too. */
const asLines = (content: Buffer | string) => Buffer.concat([Buffer.from(content), Buffer.from("\n")]);
const hello = part("Content-Type: text/plain", "Please pay.");

const kinds: Readonly<Record<string, () => Written>> = {
  "letters as they are": () => ({
    head: "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit",
    body: "Größe 請求書 😀",
    text: "Größe 請求書 😀",
  }),
  "ISO-2022-JP": () => ({ head: "Content-Type: text/plain; charset=ISO-2022-JP", body: iso2022("請求書"), text: "請求書" }),
  "GB18030 in Base64": () => ({
    head: "Content-Type: text/plain; charset=gb18030\r\nContent-Transfer-Encoding: base64",
    body: wrapped(encoded("发票", "gb18030")),
    text: "发票",
  }),
  Shift_JIS: () => ({
    head: "Content-Type: text/plain; charset=Shift_JIS\r\nContent-Transfer-Encoding: base64",
    body: wrapped(encoded("請求書", "shift_jis")),
    text: "請求書",
  }),
  "Windows-1252, quoted": () => ({
    head: "Content-Type: text/plain; charset=windows-1252\r\nContent-Transfer-Encoding: quoted-printable",
    body: "12=80 f=FCr die Gr=F6=\r\n=DFe",
    text: "12€ für die Größe",
  }),
  "broken quoted-printable": () => ({
    head: "Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable",
    body: "1 = one =ZZ two=\r\n",
    text: "1 = one =ZZ two",
  }),
  "HTML alone": () => ({
    head: "Content-Type: text/html; charset=utf-8",
    body: "<html><head><style>p{}</style></head><body><table><tr><td>Total &amp; tax<td>12&nbsp;&euro;</table><script>no()</script>",
    text: "Total & tax 12 €",
  }),
  "two forms of one text": () => ({
    ...multi("alternative", hello, part("Content-Type: text/html", "<p>Please <b>pay</b>.</p>")),
    text: "Please pay.",
  }),
  "a picture within": () => {
    const image = bytes();
    return {
      ...multi(
        "related",
        part("Content-Type: text/html", '<p>See <img src="cid:a@b"></p>'),
        part(
          "Content-Type: image/png\r\nContent-ID: <a@b>\r\nContent-Disposition: inline; filename=a.png\r\nContent-Transfer-Encoding: base64",
          wrapped(image),
        ),
      ),
      text: "See",
      files: [image],
    };
  },
  "a mail within": () => {
    const inner = bytes();
    const nested = `From: a@example.com\r\nSubject: Inner\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\nContent-Type: text/plain\r\n\r\nInner text\r\n--y\r\nContent-Type: application/pdf; name=inner.pdf\r\nContent-Disposition: attachment; filename=inner.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${wrapped(inner)}\r\n--y--\r\n`;
    return { ...multi("mixed", hello, part("Content-Type: message/rfc822", nested)), text: "Please pay.", files: [inner] };
  },
  "a mail as a file": () => {
    const nested = "From: a@example.com\r\nSubject: Inner\r\n\r\nInner text";
    return {
      ...multi(
        "mixed",
        hello,
        part('Content-Type: message/rfc822; name="a.eml"\r\nContent-Disposition: attachment; filename="a.eml"', nested),
      ),
      text: "Please pay.",
      files: [asLines(nested.replaceAll("\r\n", "\n"))],
    };
  },
  "a name in pieces": () => {
    const content = bytes();
    return {
      ...multi(
        "mixed",
        hello,
        file(content, ";\r\n filename*0*=UTF-8''Gr%C3%B6%C3%9Fe%20;\r\n filename*1*=%E8%AB%8B;\r\n filename*2=\".pdf\""),
      ),
      text: "Please pay.",
      files: [content],
    };
  },
  "a name in encoded words": () => {
    const content = bytes();
    return {
      ...multi("mixed", hello, file(content, '; filename="=?UTF-8?B?6KuL5rGC?= =?UTF-8?Q?=E6=9B=B8.pdf?="')),
      text: "Please pay.",
      files: [content],
    };
  },
  "no name": () => {
    const content = bytes();
    return { ...multi("mixed", hello, file(content, "")), text: "Please pay.", files: [content] };
  },
  "a name that leads out": () => {
    const content = bytes();
    return {
      ...multi("mixed", hello, file(content, '; filename="../../etc/passwd"'), file(content, '; filename="C:\\\\a\\\\b.txt"')),
      text: "Please pay.",
      files: [content, content],
    };
  },
  "the same name twice": () => {
    const [one, two] = [bytes(), bytes()];
    return {
      ...multi("mixed", hello, file(one, "; filename=a.pdf"), file(two, "; filename=a.pdf")),
      text: "Please pay.",
      files: [one, two],
    };
  },
  "a file of no bytes": () => ({
    ...multi("mixed", hello, file(Buffer.alloc(0), "; filename=empty.txt")),
    text: "Please pay.",
    files: [Buffer.alloc(0)],
  }),
  "Base64 in odd lines without its end": () => {
    const content = bytes(100);
    const body = content.toString("base64").replace(/=+$/, "").replace(/.{13}/g, "$& \r\n\r\n");
    return {
      ...multi("mixed", hello, part("Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: BASE64", body)),
      text: "Please pay.",
      files: [content],
    };
  },
  "a quoted file": () => {
    const content = bytes(300);
    return {
      ...multi(
        "mixed",
        hello,
        part("Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: Quoted-Printable", quoted(content)),
      ),
      text: "Please pay.",
      files: [asLines(content)],
    };
  },
  "a boundary of signs": () => ({
    head: 'Content-Type: MULTIPART/Mixed;\r\n\tBOUNDARY="=_\'()+,./:=? x"',
    body: `before all parts\r\n--=_'()+,./:=? x\r\nContent-Type: TEXT/PLAIN\r\n\r\nPlease pay.\r\n--=_'()+,./:=? x--\r\nafter them`,
    text: "Please pay.",
  }),
  "no last boundary": () => {
    const content = bytes();
    return {
      ...multi("mixed", hello, file(content, "; filename=a.pdf")),
      body: `${hello}${file(content, "; filename=a.pdf")}`,
      text: "Please pay.",
      files: [content],
    };
  },
  "parts in parts": () => {
    const depth = 20;
    const open = Array.from({ length: depth }, (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`).join("");
    const close = Array.from({ length: depth + 1 }, (_, n) => `--b${depth - n}--\r\n`).join("");
    return {
      head: "Content-Type: multipart/mixed; boundary=b0",
      body: `${open}--b${depth}\r\nContent-Type: text/plain\r\n\r\nDeep inside\r\n${close}`,
      text: "Deep inside",
    };
  },
  "no text": () => ({ body: "", text: "" }),
  "many lines of head": () => ({
    head: Array.from({ length: 200 }, (_, n) => `X-Trace-${n}: ${"a".repeat(200)}`).join("\r\n"),
    body: "Please pay.",
    text: "Please pay.",
  }),
  "forty files": () => {
    const files = Array.from({ length: 40 }, () => bytes(20));
    return { ...multi("mixed", hello, ...files.map((content, n) => file(content, `; filename=${n}.bin`))), text: "Please pay.", files };
  },
  "an invitation": () => ({
    head: "Content-Type: text/calendar; method=REQUEST; charset=utf-8",
    body: "BEGIN:VCALENDAR\r\nSUMMARY:Größe\r\nEND:VCALENDAR\r\n",
    text: "",
    files: [Buffer.from("BEGIN:VCALENDAR\nSUMMARY:Größe\nEND:VCALENDAR\n")],
  }),
  "a file and nothing else": () => {
    const content = bytes();
    return {
      head: "Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64",
      body: wrapped(content),
      text: "",
      files: [content],
    };
  },
  "a signature": () => ({
    head: 'Content-Type: multipart/signed; micalg=pgp-sha256; protocol="application/pgp-signature"; boundary=x',
    body: `${hello}${part('Content-Type: application/pgp-signature; name="signature.asc"', "-----BEGIN PGP SIGNATURE-----")}--x--\r\n`,
    text: "Please pay.",
    files: [asLines("-----BEGIN PGP SIGNATURE-----")],
  }),
  "a text as a file": () => ({
    ...multi(
      "mixed",
      hello,
      part(
        "Content-Type: text/plain; charset=utf-8; name=notes.txt\r\nContent-Disposition: attachment; filename=notes.txt",
        "Notes, größer",
      ),
    ),
    text: "Please pay.",
    files: [asLines("Notes, größer")],
  }),
};

/** So many mails: every kind by turns, each time with other bytes. */
export function oddMails(count: number): OddMail[] {
  const all = Object.entries(kinds);
  return Array.from({ length: count }, (_, n) => {
    const [kind, write] = all[n % all.length] ?? ["", () => ({ body: "", text: "" })];
    const { head, body, text, files = [] }: Written = write();
    const lines = [
      "From: Shop <orders@shop.example>",
      "To: office@example.com",
      `Subject: odd ${n}`,
      `Message-ID: <${n}@shop.example>`,
      "MIME-Version: 1.0",
      ...(head ? [head] : []),
    ];
    return { kind, text, files, raw: Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), Buffer.from(body)]) };
  });
}
