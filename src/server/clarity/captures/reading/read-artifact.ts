import type { ArtifactType } from "#contract/clarity/artifact-imports.ts";
import { CaptureUnreadable, inTurn, type ReadCapture } from "./read-capture.ts";
import { readProcessMap } from "./read-process-map.ts";

interface SentArtifact {
  readonly type: ArtifactType;
  readonly team: string;
  /** Asked when it is the team's turn. */
  readonly bytes: () => Promise<Uint8Array>;
}

/** A process map is cut into its elements. Of a picture it is only checked that it is one: nothing is read from it. Throws {@link CaptureUnreadable}. */
export function readArtifact({ type, team, bytes }: SentArtifact): Promise<ReadCapture> {
  return inTurn(team, async () => {
    const file = await bytes();
    if (type === "application/xml" || type === "text/xml") return readProcessMap(file);
    if (!isPicture[type](Buffer.from(file))) throw new CaptureUnreadable(`This file is not ${names[type]}.`);
    return nothingRead;
  });
}

type PictureType = Exclude<ArtifactType, "application/xml" | "text/xml">;

const names: Readonly<Record<PictureType, string>> = {
  "image/svg+xml": "an SVG picture in UTF-8",
  "image/png": "a PNG picture",
  "image/jpeg": "a JPEG picture",
};

/** By how a file begins. Nothing here draws it: what is in it is for the program of whoever downloads it. */
const isPicture: Readonly<Record<PictureType, (file: Buffer) => boolean>> = {
  "image/svg+xml": (file) => beginsAsSvg(file.subarray(0, 10_000).toString("utf8")),
  "image/png": (file) =>
    file.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) &&
    file.subarray(12, 16).equals(Buffer.from("IHDR")),
  "image/jpeg": (file) => file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
};

/** Its first element, after what XML has before one. */
function beginsAsSvg(text: string): boolean {
  let rest = text.replace(/^\ufeff/, "");
  for (let before = ""; before !== rest;) {
    before = rest;
    rest = rest.replace(/^\s+/, "").replace(/^<(?:\?[^>]*\?|!--[^]*?--|!DOCTYPE[^>[]*)>/i, "");
  }
  return /^<(?:\w+:)?svg[\s/>]/.test(rest);
}

const nothingRead: ReadCapture = { transcript: null, videoTranscript: null, places: null, units: [] };
