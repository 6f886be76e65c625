import { readFileSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attachRevisionLogin, createCredential, detachRevisionLogin, listCredentials } from "#contract/connections/logins.ts";
import { oneTimeCode } from "#server/connections/logins/one-time-codes.ts";
import { readConfig } from "#server/config.ts";
import { descendants } from "#server/engine/sandbox/process-tree.ts";
import { createOutbound } from "#server/platform/outbound.ts";
import { agentWith, brief, messagesOf, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { installed, startService, type TestService } from "#server/testing/service.ts";
import type { Browsers } from "./browser.ts";
import { createBrowsers } from "./chromium.ts";

const password = 'p4ss "word" <é>';
const seed = "JBSWY3DPEHPK3PXP";
const instant = new Date("2026-11-21T12:00:00Z");
const code = oneTimeCode(seed, instant);

/** A shop that asks for name and password, then for a code; and a service that no browser of an agent may reach. */
let shop: Server;
let inner: Server;
let innerRequests = 0;
const posted: string[] = [];
const at = (server: Server, host = "127.0.0.1") => `${host}:${(server.address() as AddressInfo).port}`;

/** A process that has just ended says nothing. */
function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

const form = (action: string, fields: string) => `<form method="post" action="${action}">${fields}<button>Go on</button></form>`;
const signInForm = form("/code", '<label>User <input name="user"></label><label>Password <input type="password" name="password"></label>');

function pageOf(path: string, body: URLSearchParams): string {
  const escaped = (text: string | null) => (text ?? "").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  switch (path) {
    case "/":
      return `<title>Shop</title>${signInForm}<a href="/news">News</a><img src="http://${at(inner)}/picture">`;
    case "/code":
      posted.push(`${body.get("user")} ${body.get("password")}`);
      return form("/in", '<label>Code <input name="otp"></label>');
    case "/in":
      posted.push(body.get("otp") ?? "");
      return `<title>Orders</title><h1>Orders</h1><p>Your code was ${escaped(body.get("otp"))}.</p><p>You are ${escaped(posted.at(-2) ?? "")}.</p>`;
    case "/change":
      return '<input type="password" name="old"><input type="password" name="new">';
    case "/at-once":
      return form("/all", '<input name="kennung"><input type="password" name="password"><input name="login_code">');
    case "/all":
      posted.push([...body.values()].join(" "));
      return "<title>In</title>";
    case "/framed":
      return `<iframe src="/"></iframe>`;
    default:
      return `<title>News</title><p>${"Long news. ".repeat(3000)}</p>`;
  }
}

async function listen(answer: (request: IncomingMessage, body: string) => { location?: string; html?: string }): Promise<Server> {
  const server = createServer((request, reply) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const { location, html = "" } = answer(request, body);
      reply.writeHead(location ? 302 : 200, { "content-type": "text/html; charset=utf-8", ...(location && { location }) }).end(html);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

beforeAll(async () => {
  inner = await listen(() => {
    innerRequests++;
    return { html: "inner" };
  });
  shop = await listen(({ url = "/" }, body) =>
    url === "/away" ? { location: `http://${at(inner)}/` } : { html: pageOf(url, new URLSearchParams(body)) },
  );
});
afterAll(async () => {
  for (const server of [shop, inner]) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

describe("a browser", () => {
  let browsers: Browsers;
  const outbound = () => createOutbound([at(shop), at(shop, "localhost")]);
  const login = () => ({ domain: at(shop), username: "clerk", password, code: () => code });
  beforeAll(() => {
    browsers = createBrowsers({ config: readConfig(installed), outbound: outbound() });
  });
  afterAll(() => browsers.close());

  it("opens, reads in parts, clicks and fills", async () => {
    const { session } = await browsers.of("reader");
    const { title, content, url } = await session.open(`http://${at(shop)}/`);
    expect({ title, url }).toEqual({ title: "Shop", url: `http://${at(shop)}/` });
    const refOf = (what: string, shown = content) => new RegExp(`${what}.*?\\[ref=(\\w+)\\]`).exec(shown)?.[1] ?? "";
    expect((await session.fill(refOf('textbox "User"'), "somebody")).content).toMatch(/textbox "User".*: somebody/);
    // No click waits long for where it leads.
    const news = async () => {
      const { content: shown } = await session.open(`http://${at(shop)}/`);
      return session.click(refOf('link "News"', shown));
    };
    await expect.poll(news).toMatchObject({ title: "News", next_offset: 20_000 });
    expect((await session.read(20_000)).content).toMatch(/Long news\. $|Long news\.$/);
    await expect(session.click("e999")).rejects.toThrow("no element e999");
  });

  it("runs in its own sandbox, and never as root", async () => {
    const { session } = await browsers.of("sandboxed");
    await session.open(`http://${at(shop)}/`);
    const processes = descendants(process.pid).flatMap((pid) => {
      const [line, status] = [read(`/proc/${pid}/cmdline`), read(`/proc/${pid}/status`)];
      const field = (name: string) => new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1];
      return /chrom/.test(line) ? [{ line, user: field("Uid"), filter: field("Seccomp") }] : [];
    });
    expect(processes.length).toBeGreaterThan(2);
    expect(processes.filter(({ user, line }) => user === "0" || line.includes("--no-sandbox"))).toEqual([]);
    const renderers = processes.filter(({ line }) => line.includes("--type=renderer"));
    expect(new Set(renderers.map(({ filter }) => filter))).toEqual(new Set(["2"]));
  });

  it("reaches nothing inside: no address, no picture of a page, no redirect, no file", async () => {
    const { session } = await browsers.of("wanderer");
    await session.open(`http://${at(shop)}/`);
    await expect(session.open(`http://${at(inner)}/`)).rejects.toThrow("is not a public address");
    await expect(session.open("http://169.254.169.254/latest/meta-data")).rejects.toThrow("is not a public address");
    await expect(session.open("file:///etc/passwd")).rejects.toThrow("Use https:// or http://.");
    await expect(session.open(`http://${at(shop)}/away`)).rejects.toThrow("does not answer, or is not public");
    expect(innerRequests).toBe(0);
  });

  it("signs in over several pages, and shows neither password nor code, whatever a page repeats", async () => {
    const { session } = await browsers.of("clerk");
    await session.open(`http://${at(shop)}/`);
    const { typed, ...view } = await session.signIn(login());
    expect(typed).toEqual(["user name", "password", "code"]);
    expect(posted).toEqual([`clerk ${password}`, code]);
    expect(view).toMatchObject({ title: "Orders", url: `http://${at(shop)}/in` });
    expect(view.content).toContain(`Your code was [secret code for ${at(shop)}].`);
    expect(view.content).toContain(`You are clerk [secret password for ${at(shop)}].`);
    const { content } = await session.open(`http://${at(shop)}/`);
    const ref = /textbox "Password".*?\[ref=(\w+)\]/.exec(content)?.[1] ?? "";
    const filled = await session.fill(ref, password);
    expect(filled.content).toContain(`[secret password for ${at(shop)}]`);
  });

  it("fills a form that asks for everything at once, whatever its fields are called", async () => {
    const { session } = await browsers.of("at once");
    await session.open(`http://${at(shop)}/at-once`);
    expect(await session.signIn(login())).toMatchObject({ title: "In", typed: ["user name", "password", "code"] });
    expect(posted.at(-1)).toBe(`clerk ${password} ${code}`);
  });

  it("types a login on its own host only, and where one password is asked for", async () => {
    const { session } = await browsers.of("stray");
    const before = posted.length;
    await session.open(`http://${at(shop, "localhost")}/`);
    expect(session.host()).toBe(at(shop, "localhost"));
    await expect(session.signIn(login())).rejects.toThrow("not on the login's host");
    await session.open(`http://${at(shop)}/change`);
    await expect(session.signIn(login())).rejects.toThrow("several fields for passwords");
    await session.open(`http://${at(shop)}/framed`);
    await expect(session.signIn(login())).rejects.toThrow("There is no field");
    expect(posted).toHaveLength(before);
    browsers.end("stray");
    await expect(browsers.opened("stray")).rejects.toThrow("No page is open");
  });

  it("is refused where root alone could start it", async () => {
    const closed = join(await mkdtemp(join(tmpdir(), "caseload-chromium-")), "chromium");
    await writeFile(closed, "#!/bin/sh\n", { mode: 0o755 });
    const state = await createBrowsers({ config: readConfig({ CHROMIUM_PATH: closed }), outbound: outbound() }).probe();
    if (process.getuid?.() === 0)
      expect(state).toMatchObject({ ok: false, reason: `${closed} cannot be started by an account other than root.` });
    else expect(state).toEqual({ ok: true });
  });

  it("is missed in words where none is installed", async () => {
    const none = createBrowsers({ config: readConfig({ CHROMIUM_PATH: "/nowhere/chromium" }), outbound: outbound() });
    expect(await none.probe()).toMatchObject({ ok: false });
    await expect(none.of("run")).rejects.toThrow("This installation has no browser: CHROMIUM_PATH does not name a file.");
  });
});

describe("a run", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ clock: () => instant, env: { OUTBOUND_ALLOW: at(shop) } });
  });
  afterAll(() => service.close());

  it("signs in with what is attached to its revision and visible to whoever started it; nothing of it is in the transcript", async () => {
    const steps = [`call open_page {"url": "http://${at(shop)}/"}`, "call sign_in {}", "call read_page {}", "say Done"];
    const { id: agentId, buildId } = await agentWith(service, scripted(...steps));
    const params = { teamId: service.teamId, userId: service.ids.owner };
    const body = { domain: at(shop), username: "clerk", password, otp_secret: seed };
    const { id } = await service.ok(createCredential, { params, body });
    const without = await startRunOf(service, agentId);
    await settled(service, without);
    expect(JSON.stringify(await messagesOf(service, without))).toContain("There is no tool open_page here.");

    await service.ok(attachRevisionLogin, { params: { agentId, buildId }, body: { exposedCredentialId: id } });
    const lastUse = async () => (await service.ok(listCredentials, { params, query: {} })).map((one) => [one.id, one.last_used_at]);
    expect(await lastUse()).toEqual([[id, null]]);
    const run = await startRunOf(service, agentId);
    expect((await settled(service, run)).status).toBe("completed");
    expect(await lastUse()).toEqual([[id, expect.any(String)]]);
    const messages = await messagesOf(service, run);
    const said = JSON.stringify(messages);
    expect(said).toContain('"typed":["user name","password","code"]');
    expect(messages.filter(({ subtype }) => subtype === "browser_session_created")).toHaveLength(1);
    expect(said).toContain(`Your code was [secret code for ${at(shop)}]`);
    for (const hidden of [password, JSON.stringify(password).slice(1, -1), code, seed]) expect(said).not.toContain(hidden);

    const foreign = await startRunOf(service, agentId, {}, { as: "manager" });
    await settled(service, foreign);
    expect(brief(await messagesOf(service, foreign)).join()).toContain("There is no tool sign_in here.");

    await service.ok(detachRevisionLogin, { params: { agentId, buildId, exposedCredentialId: id } });
    const after = await startRunOf(service, agentId);
    await settled(service, after);
    expect(JSON.stringify(await messagesOf(service, after))).toContain("There is no tool sign_in here.");
  });
});
