import { expect, test } from "../fixtures.ts";

test("the list of runs is there after few requests, and after fewer at the second visit", async ({
  page,
  signIn,
  ownService,
  ownTeam,
  browser,
}) => {
  await ownTeam.createAgent("Invoice checker", "say Checked.");
  await signIn(page, "runs", ownService);
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  // A page asks to be told what changed in the five seconds before it: what was set up then is read again, and is nothing that a visit needs. Not by
  // a route, with which the browser keeps nothing.
  await context.addInitScript(() => {
    const fetchNow = globalThis.fetch;
    globalThis.fetch = (asked, init) => {
      const url = asked instanceof Request ? asked.url : String(asked);
      return /\/teams\/[^/]+\/events/.test(url) ? new Promise<Response>(() => undefined) : fetchNow(asked, init);
    };
  });
  for (const [most, kib] of [
    [20, 380],
    [10, 20],
  ] as const) {
    const visit = await context.newPage();
    const sizes: { path: string; bytes: number }[] = [];
    visit.on("requestfinished", async (request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      // What the browser has is no request.
      if (responseBodySize + responseHeadersSize > 0)
        sizes.push({ path: new URL(request.url()).pathname, bytes: responseBodySize + responseHeadersSize });
    });
    await visit.goto(`${ownService.url}/t/${ownTeam.teamId}/runs`);
    await expect(visit.getByRole("heading", { name: "No runs yet" })).toBeVisible();
    // The last of what a page asks for by itself, and then what is put off until nothing else is to be done.
    await expect.poll(() => sizes.filter(({ path }) => /\/(inbox|jobs|members|unread-count|columns|views)$/.test(path)).length).toBe(6);
    await visit.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))));
    const bytes = sizes.reduce((sum, each) => sum + each.bytes, 0);
    const told = sizes.map(({ path, bytes: size }) => `${size} ${path}`).join("\n");
    expect(sizes.length, told).toBeLessThanOrEqual(most);
    expect(bytes, told).toBeLessThanOrEqual(kib * 1024);
    await visit.close();
  }
  await context.close();
});
