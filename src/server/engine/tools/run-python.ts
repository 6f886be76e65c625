import { text } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { openCallRecord } from "#server/engine/log/call-record.ts";
import { runInSandbox } from "#server/engine/program/code-run.ts";
import { forProgram } from "#server/engine/program/program-services.ts";
import { ToolError, tool } from "./tool.ts";

const maxOutputCharacters = 100_000;

export const runPythonTool = tool({
  name: "run_python",
  type: "python",
  // Without network, with changes that are recorded and results kept only at its end, a second run repeats nothing.
  effect: "none",
  description:
    "Run a Python program in a sandbox without network. Declared team files are under files/, skills under skills/<name>/, what is attached to your claimed case under attachments/, results written below output/ are kept for the next call and for the person.",
  parameters: z.strictObject({ code: text(1, 500_000), timeout_seconds: z.int().min(1).max(3600).optional() }),
  async execute(args, { services, run, files, skills, signal, callId }) {
    let output = "";
    const serving = forProgram(services, signal);
    const result = await runInSandbox(serving, {
      run,
      record: await openCallRecord(serving, run, { toolCallId: callId, begun: true }),
      command: { argv: ["python", "main.py"] },
      program: [{ path: "main.py", open: () => Buffer.from(args.code) }],
      files,
      skills,
      env: {},
      timeoutMs: (args.timeout_seconds ?? 120) * 1000,
      signal,
      onOutput: ({ text: chunk }) => void (output = (output + chunk).slice(0, maxOutputCharacters)),
      printed: () => output,
    });
    if (result.failure) throw new ToolError(`${result.failure.message}\n${result.printed}`);
    return { output: result.printed, files: result.outputs };
  },
});
