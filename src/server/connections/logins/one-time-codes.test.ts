import { expect, it } from "vitest";
import { isTotpSecret, oneTimeCode } from "./one-time-codes.ts";

/** RFC 6238, appendix B, in base32: the ASCII text 12345678901234567890. */
const seed = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number) => new Date(seconds * 1000);

it("gives the codes of RFC 6238, however the secret is written", () => {
  for (const secret of [seed, seed.toLowerCase(), "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ", "gezd-gnbv-gy3t-qojq-gezd-gnbv-gy3t-qojq"]) {
    expect(oneTimeCode(secret, at(59))).toBe("287082");
    expect(oneTimeCode(secret, at(1111111109))).toBe("081804");
  }
});

it("follows digits, period and algorithm of an address", () => {
  expect(oneTimeCode(`otpauth://totp/Shop:clerk?secret=${seed}&digits=8`, at(59))).toBe("94287082");
  expect(oneTimeCode(`otpauth://totp/Shop:clerk?secret=${seed}&period=60`, at(119))).toBe("287082");
  const sha256 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA";
  expect(oneTimeCode(`otpauth://totp/Shop?secret=${sha256}&digits=8&algorithm=SHA256`, at(59))).toBe("46119246");
});

it("knows what gives no codes", () => {
  for (const text of ["", "A", "not base32!", "otpauth://totp/Shop", "otpauth://hotp/Shop?secret=AAAAAAAAAAAAAAAA&counter=1", "otpauth://"])
    expect(isTotpSecret(text), text).toBe(false);
});
