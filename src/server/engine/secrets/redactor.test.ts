import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactFile, redactOutput } from "./redacted-output.ts";
import { createRedactor } from "./redactor.ts";
import { proves } from "#server/testing/proves.ts";

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

  it("knows a value in the usual notations and in the simplest disguises, also in pieces", () => {
    const key = String.raw`Zürich\key-7€`;
    const odd = createRedactor([{ key: "ODD", value: key }]);
    const bytes = Buffer.from(key);
    const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0"));
    const codes = [...key].map((char) => char.codePointAt(0) ?? 0);
    const forms = {
      base32: "LLB3Y4TJMNUFY23FPEWTPYUCVQ======",
      "small base32 without padding": "llb3y4tjmnufy23fpewtpyucvq",
      "base32 behind something": "PBNMHPDSNFRWQXDLMV4S2N7CQKWA====",
      "utf-16 in base64": Buffer.from(key, "utf16le").toString("base64"),
      "big utf-16 in hex": Buffer.from(key, "utf16le").swap16().toString("hex"),
      "base64 twice": Buffer.from(Buffer.from(`user:${key}`).toString("base64")).toString("base64"),
      repr: String.raw`KeyError('Zürich\\key-7€')`,
      "spaced hex": digits.join(" "),
      "hex with colons": digits.join(":").toUpperCase(),
      "hex in pairs": bytes.toString("hex").replaceAll(/(.{4})/g, "$1 "),
      percent: digits.map((two) => `%${two.toUpperCase()}`).join(""),
      escaped: digits.map((two) => `\\x${two}`).join(""),
      "an array in C": digits.map((two) => `0x${two}`).join(", "),
      references: codes.map((code) => `&#${code};`).join(""),
      "references in hex": codes.map((code) => `&#x${code.toString(16)};`).join(""),
      "a list of bytes": JSON.stringify([...bytes]),
      "a list of characters": [...key].map((char) => `'${char}'`).join(", "),
      spaced: [...key].join(" "),
      backwards: [...key].toReversed().join(""),
      "other case": key.toUpperCase(),
      rotated: "Müevpu\\xrl-7€",
    };
    for (const [name, form] of Object.entries(forms)) {
      expect(odd.text(`<${form}>`), name).toContain("[secret ODD]");
      const stream = odd.stream();
      const shown = [...`<${form}>`].map((piece) => stream.push(piece)).join("") + stream.end();
      expect(shown, `${name} in pieces`).toBe(odd.text(`<${form}>`));
    }
    expect(odd.text("A key in Zürich, and 90 195 188 of them")).toBe("A key in Zürich, and 90 195 188 of them");
  });

  it("makes no more forms of files full of keys than a run can wait for", () => {
    const lines = Array.from({ length: 7_000 }, (_, i) => `${i}`.padStart(8, "k")).join("\n");
    const many = createRedactor([
      { key: "FIRST", value: "first-key" },
      { key: "FILE", value: lines },
    ]);
    expect(many.text("<66 69 72 73 74 2d 6b 65 79> kkkk6999")).toBe("<[secret FIRST]> [secret FILE]");
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

  it("says the same of a text in pieces as of the whole, and never shows a value in between", async () => {
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
    await proves(
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
    output.add({ stream: "stderr", text: `${value.slice(10)}.` });
    output.add({ stream: "stdout", text: value.slice(10) });
    output.end();
    expect(said.join("|")).toBe(`stderr: ${value.slice(10)}.|stdout: [secret API_KEY]`);
  });

  it("is cleaned where it is text, and refused where it is not", () => {
    expect(redactFile(redactor, Buffer.from(`\uFEFFkey,${value}\n`))?.toString()).toBe("\uFEFFkey,[secret API_KEY]\n");
    const harmless = Buffer.from([0xff, 0, 1, 2, 3]);
    expect(redactFile(redactor, harmless)).toBe(harmless);
    const wide = Buffer.from(value, "utf16le");
    for (const told of [Buffer.from(value), wide, Buffer.from(wide).swap16()])
      for (const before of [
        [0xff, 0xd8],
        [0xff, 0xd8, 0x00],
      ])
        expect(redactFile(redactor, Buffer.concat([Buffer.from(before), told, Buffer.from([0xc3])]))).toBeUndefined();
  });
});
