import { createHash } from "node:crypto";
import { z } from "#contract/zod.ts";
import type { Outbound } from "#server/platform/outbound.ts";
import { McpFault } from "./faults.ts";
import { shownLine, shownText } from "./foreign-text.ts";
import { type McpServer, withServer } from "./session.ts";

/** For the list and all contents together. */
const resourcesMs = 30_000;
/** Resources of one server, and those of them whose content is read. */
const maxResources = 500;
const maxRead = 100;
const maxPages = 50;
/** Far more than the resources of one answer may have together. */
const maxObjects = 30_000;
const maxUri = 2_048;
/** Of all contents that are read in one look, and of the text that an event keeps. */
const maxTogether = 16_000_000;
const maxText = 50_000;

/** A resource as a server says. Everything in it is the server's claim. */
export interface SeenResource {
  readonly uri: string;
  readonly name: string;
  readonly media_type: string | null;
  readonly size: number | null;
  /** Of its content; null where that was not read. */
  readonly digest: string | null;
  /** Where the content is another one than was known, and text. */
  readonly text: string | null;
}

export interface Wanted {
  /** What is part of the addresses whose contents are compared, in lower case. */
  readonly changed: readonly string[];
  /** What is part of the addresses whose contents are read when they are new. */
  readonly added: readonly string[];
  /** Digests of contents by address; null where nothing is known yet. */
  readonly known: Readonly<Record<string, string | null>> | null;
}

const Listed = z.looseObject({ resources: z.array(z.unknown()), nextCursor: z.string().nullish() });
const Resource = z.looseObject({
  uri: z.string().min(1).max(maxUri),
  name: z.string().optional(),
  title: z.string().optional(),
  mimeType: z.string().optional(),
});
const Contents = z.looseObject({
  contents: z.array(z.looseObject({ text: z.string().optional(), blob: z.string().optional() })).max(1_000),
});

/** The resources of a server, with the contents that somebody waits for. Throws an McpFault. */
export function readResources(outbound: Outbound, server: McpServer, wanted: Wanted, limitMs = resourcesMs): Promise<SeenResource[]> {
  return withServer(outbound, server, { limitMs, maxObjects }, async ({ client, signal }) => {
    if (!client.getServerCapabilities()?.resources) throw new McpFault("said_no", "The server answers, and it offers no resources.");
    const listed = new Map<string, z.output<typeof Resource>>();
    for (let page = 0, cursor: string | undefined; page === 0 || cursor !== undefined; page++) {
      if (page === maxPages) throw new McpFault("too_large", `The server's list of resources has more than ${maxPages} pages.`);
      const params = cursor === undefined ? {} : { cursor };
      const answer = z.parse(Listed, await client.request({ method: "resources/list", params }, Listed, { signal }));
      for (const { success, data } of answer.resources.map((each) => z.safeParse(Resource, each))) if (success) listed.set(data.uri, data);
      if (listed.size > maxResources)
        throw new McpFault("too_large", `The server offers more than ${maxResources} resources, as many as can be watched.`);
      cursor = answer.nextCursor || undefined;
    }
    const isRead = ({ uri }: { uri: string }) => {
      const has = (part: string) => uri.toLowerCase().includes(part);
      const isNew = wanted.known !== null && !Object.hasOwn(wanted.known, uri);
      return wanted.changed.some(has) || (isNew && wanted.added.some(has));
    };
    const count = [...listed.values()].filter(isRead).length;
    if (count > maxRead)
      throw new McpFault(
        "too_large",
        `The contents of ${count} resources are to be read, and at most ${maxRead} are in one look. Let the filter name fewer.`,
      );
    let together = 0;
    const seen: SeenResource[] = [];
    for (const resource of listed.values()) {
      if (!isRead(resource)) {
        seen.push({ ...factsOf(resource), size: null, digest: null, text: null });
        continue;
      }
      const params = { uri: resource.uri };
      const { contents } = z.parse(Contents, await client.request({ method: "resources/read", params }, Contents, { signal }));
      const whole = contents.map(({ text, blob }) => text ?? blob ?? "");
      together += whole.reduce((sum, each) => sum + each.length, 0);
      if (together > maxTogether)
        throw new McpFault("too_large", "The contents that are to be read are larger together than 16 MB. Let the filter name fewer.");
      const digest = createHash("sha256").update(JSON.stringify(whole)).digest("base64url");
      const isText = contents.every(({ blob }) => blob === undefined);
      seen.push({
        ...factsOf(resource),
        size: whole.reduce((sum, each) => sum + Buffer.byteLength(each, isText ? "utf8" : "base64"), 0),
        digest,
        text: isText && wanted.known?.[resource.uri] !== digest ? shownText(whole.join("\n"), maxText) : null,
      });
    }
    return seen;
  });
}

function factsOf({ uri, name, title, mimeType }: z.output<typeof Resource>) {
  return { uri, name: shownLine(title ?? name ?? uri, 200), media_type: mimeType === undefined ? null : shownLine(mimeType, 200) };
}
