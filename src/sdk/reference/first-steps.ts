// What a developer does first, as the console shows it and as a test does it.

export function installLine(url: string): string {
  return `npm install ${url}/sdk/caseload.tgz`;
}

export function environmentLines(url: string, key: string): string {
  return `export CASELOAD_URL=${url}\nexport CASELOAD_API_KEY=${key}`;
}

export const firstProgram = `import { Caseload } from "caseload";

const caseload = new Caseload(); // CASELOAD_URL and CASELOAD_API_KEY
for await (const team of caseload.team.list()) {
  const { total } = await caseload.agents.list({ teamId: team.id });
  console.log(\`\${team.name}: \${total} agents\`);
}
`;

export const firstCommands = `npx caseload team list
npx caseload agents list
npx caseload runs list --limit 5
npx caseload runs start --help
`;
