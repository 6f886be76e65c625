import { createHash, randomBytes } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import { ofApi } from "./api-names.ts";
import { codingFor, packed } from "./packing.ts";
import { sessionCookie } from "./session-cookie.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
};

/**
 * The console's policy. Inline styles need the page's nonce, and only the inline script with this digest runs; style attributes carry no code
 * and are allowed.
 */
function consolePolicy(apiBaseUrl: string | undefined, { nonce, script }: { nonce?: string; script?: string } = {}): string {
  const api = apiBaseUrl ? ` ${new URL(apiBaseUrl).origin}` : "";
  return [
    "default-src 'self'",
    `script-src 'self'${script === undefined ? "" : ` 'sha256-${script}'`}`,
    `style-src 'self'${nonce === undefined ? "" : ` 'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${api}`,
    `media-src 'self'${api}`,
    "font-src 'self'",
    "frame-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Serves the built console: hashed assets for a year, everything else as the page itself. */
export function mountConsole(app: FastifyInstance, folder: string, apiBaseUrl: string | undefined): void {
  const source = join(folder, "index.html");
  if (!existsSync(source)) return;
  const { html, script } = withFirst(folder, styledLater(readFileSync(source, "utf8").replaceAll("__API_BASE_URL__", apiBaseUrl ?? "")));
  const preloads = readPreloads(join(folder, "pages.json"));
  const chunksOf = (path: string) => preloads.find(([pattern]) => pattern.test(path))?.[1];
  const files = new Set(walk(folder, ""));
  // Chunks of another build would not be those that this page names.
  const builtAt = statSync(source).mtimeMs;
  const isThis = () => statSync(source, { throwIfNoEntry: false })?.mtimeMs === builtAt;
  app.route({
    method: ["GET", "HEAD"],
    url: "/*",
    handler: async (request, reply) => {
      if (ofApi(request.url)) return reply.callNotFound();
      const path = decodeURIComponent(request.url.split("?")[0] ?? "/");
      if (path !== "/index.html" && files.has(path) && existsSync(join(folder, path)))
        return sendFile(
          reply.header("content-security-policy", consolePolicy(apiBaseUrl)),
          join(folder, path),
          path,
          request.headers["accept-encoding"] ?? "",
          files,
        );
      if (extname(path) && path.startsWith("/assets/"))
        return reply.code(404).type("text/plain").send("This asset belongs to another build. Reload the page.");
      const accepts = request.headers.accept ?? "*/*";
      const chunks = chunksOf(path);
      // A browser that goes somewhere names the type. A program that takes anything gets a page only where there is one.
      if (!accepts.includes("text/html") && !((path === "/" || chunks !== undefined) && accepts.includes("*/*")))
        return reply.callNotFound();
      if (!isThis()) return reply.code(503).type("text/plain").send("This service runs with another build of the console. Restart it.");
      const nonce = randomBytes(16).toString("base64url");
      // Whoever is signed out comes to the sign-in page first. A tab that is signed in by a key says so to nobody: its first script reads the rest.
      const isShown = isPublic(path) || isSignedIn(request.headers.cookie);
      const first = chunks && !isShown ? `${firstScript} data-chunks="${chunks.join(" ")}"` : firstScript;
      const links = (chunks && isShown ? chunks : chunksOf("/sign-in"))?.map(
        (chunk) => `<link rel="modulepreload" crossorigin href="${chunk}">`,
      );
      const page = html
        .replaceAll("__NONCE__", nonce)
        .replace(firstScript, first)
        .replace("</head>", `${links?.join("") ?? ""}</head>`);
      const coding = codingFor(request.headers["accept-encoding"]);
      return reply
        .headers({
          "content-type": types[".html"],
          "cache-control": "no-cache",
          vary: "accept-encoding",
          "content-security-policy": consolePolicy(apiBaseUrl, { nonce, ...(script !== undefined && { script }) }),
          ...(coding && { "content-encoding": coding }),
        })
        .send(coding ? await packed(page, coding) : page);
    },
  });
}

/**
 * The console's own styles stand behind what is shown while they load: a browser paints nothing before the styles above it are there. Modules
 * still wait for them.
 */
function styledLater(html: string): string {
  const links: string[] = [];
  const without = html.replaceAll(/\s*<link rel="stylesheet"[^>]* href="\/assets\/[^>]*>/g, (link) => {
    links.push(link);
    return "";
  });
  return without.replace("</body>", `${links.join("")}</body>`);
}

const isSignedIn = (cookies: string | undefined) => cookies?.includes(`${sessionCookie}=`) === true;
const isPublic = (path: string) => /^\/(sign-in|set-up)/.test(path);

const firstScript = "<script data-first";

/**
 * The page with what runs and shows before anything else inside of it: as files of their own they would be two requests that everything waits for.
 * `script`: the digest by which the policy lets it run.
 */
function withFirst(folder: string, html: string): { html: string; script: string | undefined } {
  const read = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : "");
  const [css, js] = [read("first.css"), read("first.js")];
  const inside = html
    // A function, as `replace` gives `$` in a text a meaning.
    .replace(/<link rel="stylesheet" href="\/first\.css"[^>]*>/, () => `<style nonce="__NONCE__">${css}</style>`)
    .replace('<script src="/first.js"></script>', () => `${firstScript}>${js}</script>`);
  return { html: inside, script: js === "" ? undefined : createHash("sha256").update(js).digest("base64") };
}

/** For each page, the addresses of the chunks that it needs beside the first one. The build says which: see `pageChunks` in vite.config.ts. */
function readPreloads(file: string): [RegExp, string[]][] {
  const pages = JSON.parse(readFileSync(file, "utf8")) as [pattern: string, files: string[]][];
  return pages.map(([pattern, files]) => [new RegExp(pattern), files.map((path) => `/${path}`)]);
}

function sendFile(reply: FastifyReply, file: string, path: string, accepts: string, files: Set<string>): FastifyReply {
  const encoding =
    accepts.includes("br") && files.has(`${path}.br`) ? "br" : accepts.includes("gzip") && files.has(`${path}.gz`) ? "gzip" : undefined;
  const sent = encoding ? `${file}.${encoding === "br" ? "br" : "gz"}` : file;
  // These are for pages: on a dozen scripts and styles they would be more than a kilobyte of a first visit.
  if (path.startsWith("/assets/")) for (const name of ["cross-origin-opener-policy", "permissions-policy"]) reply.removeHeader(name);
  return reply
    .headers({
      "content-type": types[extname(path)] ?? "application/octet-stream",
      "content-length": statSync(sent).size,
      "cache-control": path.startsWith("/assets/")
        ? "public, max-age=31536000, immutable"
        : extname(path) === ".svg"
          ? "public, max-age=86400"
          : "no-cache",
      vary: "accept-encoding",
      ...(encoding && { "content-encoding": encoding }),
    })
    .send(createReadStream(sent));
}

function walk(folder: string, prefix: string): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(folder, `${prefix}/${entry.name}`) : [`${prefix}/${entry.name}`],
  );
}
