// What the conformance tests start as their client: it has the service under test do the work, and ends as that ended.
const [url] = process.argv.slice(2);
const { MCP_CONFORMANCE_CONTEXT: context, MCP_CONFORMANCE_SCENARIO: scenario, SERVICE_UNDER_TEST: bridge = "" } = process.env;
const answer = await fetch(bridge, {
  method: "POST",
  body: JSON.stringify({ url, scenario, context: context ? JSON.parse(context) : {} }),
});
process.stdout.write(`${await answer.text()}\n`);
process.exitCode = answer.ok ? 0 : 1;
