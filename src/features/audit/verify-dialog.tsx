import { useEffect, useState } from "react";
import type { AuditProblem } from "#contract/audit/verification.ts";
import { counted } from "#ui/counted.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { problemOf } from "#ui/problem.ts";
import { Progress } from "#ui/progress.tsx";
import { Status } from "#ui/status.tsx";
import { FullTime } from "#ui/time.tsx";
import { type Verified, verifyLog } from "./verify-log.ts";

interface VerifyDialogProps {
  orgId: string;
  open: boolean;
  onClose: () => void;
}

/** Compares the log with its seals, and says what does not match. */
export function VerifyDialog({ orgId, open, onClose }: VerifyDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="md"
      title="Verify the audit log"
      description="Each entry is compared with its seal. Seals cannot be forged with access to the database only."
    >
      {open ? <Verifying orgId={orgId} /> : null}
    </Dialog>
  );
}

function Verifying({ orgId }: { orgId: string }) {
  const [result, setResult] = useState<Verified>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    const control = new AbortController();
    const walk = async () => {
      for await (const step of verifyLog(orgId, control.signal)) setResult(step);
    };
    walk().catch((error: unknown) => {
      if (!control.signal.aborted) setFailure(problemOf(error).message);
    });
    return () => control.abort();
  }, [orgId]);
  if (failure !== undefined) return <p role="alert">The log could not be verified. {failure}</p>;
  if (!result?.done)
    return (
      <div className="flex flex-col gap-2">
        <p role="status" className="text-sm text-ink-2">
          {result ? `${counted(result.checked, "entry", "entries")} compared` : "Starting…"}
        </p>
        <Progress label="Verification" />
      </div>
    );
  return <Result result={result} />;
}

function Result({ result: { checked, problems, through, unsealed, head } }: { result: Verified }) {
  const newer = unsealed > 0 ? ` ${counted(unsealed, "newer entry is", "newer entries are")} not sealed yet.` : "";
  return (
    <div role="status" className="flex flex-col gap-4">
      {problems.length > 0 ? (
        <>
          <Status look="failed" word={`Changed: ${counted(problems.length, "problem", "problems")} found`} />
          <ul aria-label="Problems" className="divide-y divide-line rounded-md border border-line text-sm">
            {problems.map((problem) => (
              <li key={`${problem.kind} ${problem.first_id}`} className="px-3 py-2">
                {problemWords(problem)}
                {problem.at ? (
                  <span className="block text-ink-3">
                    <FullTime at={problem.at} />
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      ) : through ? (
        <>
          <Status look="done" word="Intact" />
          <p>
            {counted(checked, "entry matches its seal", "entries match their seals")}, up to <FullTime at={through} />.{newer}
          </p>
        </>
      ) : (
        <p>No entry is sealed yet. Entries are sealed every minute.</p>
      )}
      {head ? (
        <p className="text-sm text-ink-2">
          Seal {head.number.toLocaleString("en")} <code className="text-xs">{head.mac.slice(0, 16)}…</code>{" "}
          <CopyButton text={`${head.number} ${head.mac}`} label="Copy the last seal" /> Save it elsewhere so that you can prove later that
          nothing was cut off.
        </p>
      ) : null}
    </div>
  );
}

function problemWords({ kind, first_id: first, last_id: last }: AuditProblem): string {
  const range =
    first === last ? `Entry ${first.toLocaleString("en")}` : `Entries ${first.toLocaleString("en")} to ${last.toLocaleString("en")}`;
  const was = first === last ? "was" : "were";
  switch (kind) {
    case "entry_changed":
      return `${range} ${was} edited`;
    case "entry_removed":
      return `${range} ${was} removed`;
    case "entry_added":
      return `${range} ${was} added after the seal`;
    case "seal_changed":
      return `${range}: the seal was changed, so they cannot be compared`;
    default:
      return `${range}: seals were removed`;
  }
}
