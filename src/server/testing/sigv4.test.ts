import { expect, it } from "vitest";
import { type SignedRequest, signatureFault } from "./sigv4.ts";

// The examples of Amazon's description of signatures for S3.
const key = { id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region: "us-east-1" };
const now = new Date("2013-05-24T00:00:00Z");
const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
function example(path: string, names: string, signature: string, headers: Record<string, string> = {}): SignedRequest {
  const given = {
    host: "examplebucket.s3.amazonaws.com",
    "x-amz-date": "20130524T000000Z",
    "x-amz-content-sha256": empty,
    authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`,
  };
  return { method: "GET", path, headers: { ...given, ...headers }, body: new Uint8Array() };
}
const object = example(
  "/test.txt",
  "host;range;x-amz-content-sha256;x-amz-date",
  "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  { range: "bytes=0-9" },
);
const list = example(
  "/?max-keys=2&prefix=J",
  "host;x-amz-content-sha256;x-amz-date",
  "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
);

it("knows Amazon's own examples as right, and everything else about them as wrong", () => {
  expect([object, list].map((one) => signatureFault(one, key, now))).toEqual([undefined, undefined]);
  const wrong: SignedRequest[] = [
    { ...object, method: "PUT" },
    { ...object, path: "/other.txt" },
    { ...list, path: "/?max-keys=3&prefix=J" },
    { ...object, headers: { ...object.headers, range: "bytes=0-8" } },
    { ...object, headers: { ...object.headers, "x-amz-acl": "public-read" } },
    { ...object, body: Buffer.from("x") },
    { ...object, headers: { ...object.headers, authorization: undefined } },
  ];
  for (const one of wrong) expect(signatureFault(one, key, now), JSON.stringify(one)).toBeDefined();
  expect(signatureFault(object, { ...key, secret: "x" }, now)).toBeDefined();
  expect(signatureFault(object, { ...key, region: "eu-west-1" }, now)).toBeDefined();
  expect(signatureFault(object, key, new Date("2013-05-24T00:16:00Z"))).toBeDefined();
});
