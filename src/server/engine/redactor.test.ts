import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactFile, redactOutput } from "./redacted-output.ts";
import { createRedactor } from "./redactor.ts";

const value = 's3cr/t+välue with ‘spaces’ & "quotes"';
const redactor = createRedactor([
  { key: "API_KEY", value },
  { key: "LONGER", value: `${value}, longer` },
  { key: "KEY_FILE", value: "-----BEGIN KEY-----\nMIIEvQIBADANBgkq\r\nhkiG9w0BAQEFAASC\n-----END KEY-----\n" },
  { key: "SHORT", value: "abc" },
  { key: "BLANK", value: "      " },
]);

describe("the redactor", () => {
  it("puts the key's name in a value's place, the longest value first", () => {
    expect(redactor.text(`a ${value} b ${value}, longer c`)).toBe("a [secret API_KEY] b [secret LONGER] c");
  });

  it("knows a value in base64 at any offset, in hex, in an address and in JSON", () => {
    const forms = [
      ...["", "x", "xy"].map((before) => Buffer.from(`${before}${value}tail`).toString("base64")),
      Buffer.from(`x${value}`).toString("base64url"),
      Buffer.from(value).toString("hex"),
      Buffer.from(value).toString("hex").toUpperCase(),
      encodeURIComponent(value),
      new URLSearchParams({ q: value }).toString(),
      encodeURIComponent(value).toLowerCase().replaceAll("v%c3%a4lue", "v%c3%a4lue"),
      JSON.stringify({ value }),
      JSON.stringify(value).replace("ä", "\\u00e4").replace("‘", "\\u2018").replace("’", "\\u2019"),
    ];
    for (const form of forms) expect(redactor.text(`<${form}>`), form).toContain("[secret API_KEY]");
  });

  it("knows a value as Python, HTML and JSON in JSON show it", () => {
    const odd = createRedactor([{ key: "ODD", value: `s3cr/é"q'x<\\&` }]);
    const forms = [
      String.raw`'s3cr/\xe9"q\'x<\\&'`,
      String.raw`b's3cr/\xc3\xa9"q\'x<\\&'`,
      "s3cr/é&quot;q&#x27;x&lt;\\&amp;",
      `<b>s3cr/é"q'x&lt;\\&amp;</b>`,
      JSON.stringify(JSON.stringify(`s3cr/é"q'x<\\&`)),
      JSON.stringify(JSON.stringify(`s3cr/é"q'x<\\&`).replace("é", String.raw`\u00e9`)),
    ];
    for (const form of forms) expect(odd.text(`<${form}>`), form).toContain("[secret ODD]");
  });

  it("knows every line of a value with several", () => {
    expect(redactor.text("-----BEGIN KEY-----\n  hkiG9w0BAQEFAASC")).toBe("[secret KEY_FILE]\n  [secret KEY_FILE]");
  });

  it("leaves short and blank values alone, and what only looks alike", () => {
    const text = `abc        ${value.slice(0, -1)} ${value.slice(1)}`;
    expect(redactor.text(text)).toBe(text);
  });

  it("makes one mark of values that overlap, so that no end shows", () => {
    const overlapping = createRedactor([
      { key: "A", value: "12345678" },
      { key: "B", value: "6789abcd" },
    ]);
    expect(overlapping.text("x123456789abcdx")).toBe("x[secret A]x");
  });

  it("reads JSON values with their keys", () => {
    expect(redactor.json({ [value]: [1, { a: `is ${value}` }, null] })).toEqual({
      "[secret API_KEY]": [1, { a: "is [secret API_KEY]" }, null],
    });
  });

  it("says the same of a text in pieces as of the whole, and never shows a value in between", () => {
    const words = fc.constantFrom(
      value,
      `${value}, longer`,
      value.slice(0, 9),
      value.slice(4),
      "s3",
      "plain ",
      "\n",
      Buffer.from(value).toString("base64"),
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), fc.array(fc.nat(12), { minLength: 1, maxLength: 60 }), (parts, cuts) => {
        const whole = parts.join("");
        const stream = redactor.stream();
        let shown = "";
        let from = 0;
        for (let i = 0; from < whole.length; i++) {
          const to = from + 1 + (cuts[i % cuts.length] ?? 0);
          shown += stream.push(whole.slice(from, to));
          expect(shown).not.toContain(value);
          from = to;
        }
        expect(shown + stream.end()).toBe(redactor.text(whole));
      }),
    );
  });

  it("holds back only what may become a value", () => {
    const stream = redactor.stream();
    expect(stream.push("progress 10%\r")).toBe("progress 10%\r");
    expect(stream.push(`and ${value.slice(0, 5)}`)).toBe("and ");
    expect(stream.push("!")).toBe(`${value.slice(0, 5)}!`);
  });

  it("stays quick where values and text are nearly alike", () => {
    const nearly = createRedactor(Array.from({ length: 4 }, (_, i) => ({ key: `K${i}`, value: `${"a".repeat(60_000)}${i}` })));
    expect(nearly.text("a".repeat(60_000).concat("0"))).toMatch(/^\[secret K\d\]$/);
    expect(nearly.text("b".repeat(1_000_000))).toHaveLength(1_000_000);
  });
});

describe("what a program leaves", () => {
  it("keeps the two streams apart", () => {
    const said: string[] = [];
    const output = redactOutput(redactor, ({ stream, text }) => void said.push(`${stream}: ${text}`));
    output.add({ stream: "stdout", text: value.slice(0, 10) });
    output.add({ stream: "stderr", text: value.slice(10) });
    output.add({ stream: "stdout", text: value.slice(10) });
    output.end();
    expect(said.join("|")).toBe(`stderr: ${value.slice(10)}|stdout: [secret API_KEY]`);
  });

  it("is cleaned where it is text, and refused where it is not", () => {
    expect(redactFile(redactor, Buffer.from(`\uFEFFkey,${value}\n`))?.toString()).toBe("\uFEFFkey,[secret API_KEY]\n");
    const harmless = Buffer.from([0xff, 0, 1, 2, 3]);
    expect(redactFile(redactor, harmless)).toBe(harmless);
    for (const encoding of ["utf8", "utf16le"] as const)
      expect(
        redactFile(redactor, Buffer.concat([Buffer.from([0xff, 0xd8, 0x00]), Buffer.from(value, encoding), Buffer.from([0xc3])])),
      ).toBeUndefined();
  });
});
