import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";
import type { Config } from "#server/platform/config.ts";
import type { Outbound } from "#server/platform/outbound.ts";
import { ToolError } from "#server/engine/tools/tool.ts";
import { prepareLaunch, probeAccount } from "./account.ts";
import type { BrowserProbe, Browsers, BrowserSession } from "./browser.ts";
import { openProxy } from "./proxy.ts";
import { createSession } from "./session.ts";

/** Each is a renderer with a hundred megabytes or more. */
const maxSessions = 8;
const idleMs = 15 * 60_000;

/** What Chromium says when the kernel, or a container, denies it what its own sandbox is made of. */
const noSandbox = /No usable sandbox|Failed to move to new namespace|setuid sandbox/i;
const allowSandbox =
  "its own sandbox is not possible here, and without it no page is opened. Allow unprivileged user namespaces, as programs of agents need them too.";

interface Kept {
  readonly session: Promise<BrowserSession & { close(): Promise<void> }>;
  idle: NodeJS.Timeout;
}

/** Chromium in a process of its own, started for the first run that opens a page; each run has its own cookies and pages in it. */
export function createBrowsers({ config, outbound }: { config: Config; outbound: Outbound }): Browsers {
  const kept = new Map<string, Kept>();
  let started: Promise<{ browser: Browser; close(): Promise<void> }> | undefined;

  async function probe(): Promise<BrowserProbe> {
    const path = await chromiumPath(config);
    if (path !== undefined) return probeAccount(path);
    if (config.chromiumPath !== undefined)
      return {
        ok: false,
        reason: "CHROMIUM_PATH does not name a file.",
        remedy: "Correct it, or remove it and install the package chromium.",
      };
    return { ok: false, reason: "Chromium is not installed.", remedy: "Install the package chromium, or set CHROMIUM_PATH." };
  }

  function start(): NonNullable<typeof started> {
    started ??= launch(config, outbound).then((running) => {
      // A browser that crashed takes its pages along; the next page gets another one.
      running.browser.on("disconnected", () => {
        started = undefined;
        for (const id of kept.keys()) end(id);
        void running.close();
      });
      return running;
    });
    started.catch(() => (started = undefined));
    return started;
  }

  function touch(runId: string, entry: Kept): Kept["session"] {
    clearTimeout(entry.idle);
    entry.idle = setTimeout(() => end(runId), idleMs).unref();
    return entry.session;
  }

  function end(runId: string): void {
    const entry = kept.get(runId);
    kept.delete(runId);
    clearTimeout(entry?.idle);
    entry?.session.then((session) => session.close()).catch(() => undefined);
  }

  return {
    probe,
    end,
    async of(runId) {
      const state = await probe();
      if (!state.ok) throw new ToolError(`This installation has no browser: ${state.reason} ${state.remedy}`);
      const known = kept.get(runId);
      if (known) return { session: await touch(runId, known), fresh: false };
      if (kept.size >= maxSessions) throw new ToolError(`${maxSessions} other runs have a browser open. Try again in a few minutes.`);
      const session = start().then(({ browser }) => createSession(browser, outbound));
      const entry: Kept = { session, idle: setTimeout(() => end(runId), idleMs).unref() };
      kept.set(runId, entry);
      session.catch(() => end(runId));
      return { session: await session, fresh: true };
    },
    opened: async (runId) => {
      const known = kept.get(runId);
      if (!known) throw new ToolError("No page is open, or its browser was closed. Open the page first.");
      return touch(runId, known);
    },
    async close() {
      for (const id of kept.keys()) end(id);
      await started?.then((running) => running.close()).catch(() => undefined);
    },
  };
}

/** The one from the settings, else the distribution's, else one that Playwright has downloaded. */
export async function chromiumPath({ chromiumPath: chosen }: Config): Promise<string | undefined> {
  if (chosen !== undefined) return existsSync(chosen) ? chosen : undefined;
  const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  const downloaded = (await import("playwright-core")).chromium.executablePath();
  return existsSync(downloaded) ? downloaded : undefined;
}

async function launch(config: Config, outbound: Outbound): Promise<{ browser: Browser; close(): Promise<void> }> {
  const { chromium } = await import("playwright-core");
  const proxy = await openProxy(outbound);
  const { executablePath, env, removeHome } = await prepareLaunch((await chromiumPath(config)) ?? "");
  const browser = await chromium
    .launch({
      executablePath,
      // Playwright leaves it out otherwise.
      chromiumSandbox: true,
      // Without `<-loopback>` Chromium would go past the proxy to this machine itself.
      proxy: { server: proxy.address, bypass: "<-loopback>" },
      args: [
        "--disable-quic",
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        // Nothing is looked up but by the proxy.
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
      ],
      env,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    .catch(async (error: unknown) => {
      await Promise.all([proxy.close(), removeHome()]);
      const words = error instanceof Error ? error.message : "";
      throw new ToolError(`The browser could not start: ${noSandbox.test(words) ? allowSandbox : words.split("\n")[0]}`);
    });
  const close = async () => {
    await browser.close().catch(() => undefined);
    await Promise.all([proxy.close(), removeHome()]);
  };
  return { browser, close };
}
