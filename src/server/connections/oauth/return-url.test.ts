import { expect, test } from "vitest";
import { Refusal } from "#server/platform/http/refusal.ts";
import { returnUrl } from "./return-url.ts";

const config = { baseUrl: "https://console.example.com", allowedHosts: ["caseload.internal"] };
const ours = "console.example.com";

/** Other hosts, written so that some parser takes them for none or for ours. */
const hosts = [
  "evil.example.net",
  "evil.example.net.",
  "EVIL.example.net",
  "evil%2eexample%2enet",
  "ｅvil.example.net",
  "evil。example。net",
  "xn--evil-9na.example.net",
  `${ours}.evil.example.net`,
  `${ours}evil.net`,
  `${ours}@evil.example.net`,
  `${ours}:443@evil.example.net`,
  `${ours}%40evil.example.net`,
  `evil.example.net#@${ours}`,
  `evil.example.net?@${ours}`,
  `evil.example.net/${ours}`,
  `evil.example.net\\${ours}`,
  `evil.example.net\\@${ours}`,
  `${ours}:444`,
  "caseload.internal:444",
  "2130706433",
  "0x7f.1",
  "[::1]",
  "[::ffff:127.0.0.1]",
];
/** Ways to put a host behind what looks like a path, or like an address of another scheme. */
const ways = (host: string) => [
  `https://${host}/`,
  `HTTPS://${host}/`,
  `http://${host}/`,
  `//${host}/`,
  `\\\\${host}/`,
  `/\\${host}/`,
  `\\/${host}/`,
  ` //${host}/`,
  `/\t/${host}/`,
  `\n//${host}/`,
  `ht\ntps://${host}/`,
  `https:\\\\${host}/`,
  `https:////${host}/`,
  `https://${ours}//${host}/`,
  `https://${ours}/\\${host}/`,
  `/.//${host}/`,
  `/profile/..//${host}/`,
  `blob:https://${host}/one`,
];
const others = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  `javascript://${ours}/%0aalert(1)`,
  "data:text/html,<script>alert(1)</script>",
  "vbscript:alert(1)",
  "file:///etc/passwd",
  `blob:https://${ours}/one`,
  `filesystem:https://${ours}/temporary/one`,
  `view-source:https://${ours}/`,
  `ftp://${ours}/`,
  `ws://${ours}/`,
  `wss://${ours}/`,
  `http://${ours}/`,
  `https://somebody@${ours}/`,
  `https://:word@${ours}/`,
  `https://${ours}:8443/`,
  "https://",
  "//",
  "///",
];

const outcome = (given: string) => {
  try {
    return returnUrl(config, given);
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return undefined;
  }
};

test("a sign-in leads to no other place, however that is written", () => {
  const spellings = new Set([...hosts.flatMap(ways), ...others]);
  expect(spellings.size).toBeGreaterThan(400);
  expect([...spellings].filter((given) => outcome(given) !== undefined)).toEqual([]);
});

test.each([
  ["/profile?from=here", "https://console.example.com/profile?from=here"],
  ["profile", "https://console.example.com/profile"],
  ["https:evil.example.net", "https://console.example.com/evil.example.net"],
  ["\\evil.example.net", "https://console.example.com/evil.example.net"],
  ["https://CONSOLE.example.com:443/t/1", "https://console.example.com/t/1"],
  ["https://caseload.internal/t/1#part", "https://caseload.internal/t/1#part"],
])("%s leads to %s", (given, url) => {
  expect(outcome(given)).toBe(url);
});

test("nothing asked for is nowhere", () => {
  expect(returnUrl(config, undefined)).toBeNull();
});
