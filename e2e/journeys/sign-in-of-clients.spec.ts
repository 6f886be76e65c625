import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { expect, test } from "../fixtures.ts";

test("an AI client is let in by keyboard from the page that it opens, reads, and is revoked", async ({ page, signIn, ownService }) => {
  await signIn(page, "/ai-client", ownService);
  const address = (await page.getByText(/\/v2\/mcp$/).textContent()) ?? "";
  const kept: {
    information?: OAuthClientInformationMixed;
    tokens?: OAuthTokens;
    verifier?: string;
    opened?: URL;
    discovered?: OAuthDiscoveryState;
  } = {};
  const returned = Promise.withResolvers<URL>();
  // As the program of a client that waits on its own computer.
  const waiting = createServer((request, response) => {
    response.end("You can close this window.");
    if (request.url?.startsWith("/callback")) returned.resolve(new URL(request.url, returnsTo));
  }).listen(0, "127.0.0.1");
  await once(waiting, "listening");
  const returnsTo = `http://127.0.0.1:${(waiting.address() as AddressInfo).port}/callback`;
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(address), {
      authProvider: {
        redirectUrl: returnsTo,
        clientMetadata: { client_name: "Laptop assistant", redirect_uris: [returnsTo] },
        clientInformation: () => kept.information,
        saveClientInformation: (saved) => void (kept.information = saved),
        tokens: () => kept.tokens,
        saveTokens: (saved) => void (kept.tokens = saved),
        redirectToAuthorization: (url) => void (kept.opened = url),
        saveCodeVerifier: (saved) => void (kept.verifier = saved),
        codeVerifier: () => kept.verifier ?? "",
        discoveryState: () => kept.discovered,
        saveDiscoveryState: (saved) => void (kept.discovered = saved),
      },
    });
  const first = transport();

  const back = await test.step("the page that it opens says who asks, and lets it in for reading", async () => {
    await expect(new Client({ name: "journey", version: "1" }).connect(first)).rejects.toThrow();
    await page.goto((kept.opened as URL).href);
    await expect(page.getByRole("heading", { name: "Let Laptop assistant in?" })).toBeVisible();
    await expect(page.getByText("A program on this computer")).toBeVisible();
    await page.getByLabel("Acts in").focus();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("checkbox", { name: "Read only" })).toBeFocused();
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    const answer = await returned.promise;
    waiting.close();
    return answer;
  });

  await test.step("it works, and cannot change anything", async () => {
    await first.finishAuth(back.searchParams);
    const client = new Client({ name: "journey", version: "1" });
    await client.connect(transport());
    expect(await client.callTool({ name: "listMyTeams", arguments: {} })).toMatchObject({ _meta: { status: 200 } });
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("createAgent");
    await client.close();
  });

  await test.step("its key stands among those of the person, who takes it away", async () => {
    await page.goto(address.replace("/v2/mcp", "/profile"));
    const own = page.locator("section").filter({ has: page.getByRole("heading", { name: "Your API keys" }) });
    const row = own.getByRole("listitem").filter({ hasText: "Laptop assistant" });
    await expect(row).toContainText("signed in by its owner");
    await expect(row).toContainText("read only");
    await row.getByRole("button", { name: "Revoke Laptop assistant" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Type the name to confirm").fill("Laptop assistant");
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    // While the dialog asks, what is behind it is hidden too.
    await expect(dialog).toBeHidden();
    await expect(row).toBeHidden();
    await expect(new Client({ name: "journey", version: "1" }).connect(transport())).rejects.toThrow();
  });
});
