import { useEffect, useRef, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { notAdded, useSending } from "#features/clarity/captures/use-sending.ts";
import { useGo } from "#ui/link.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

export interface Sample {
  /** Whether this person can add it. */
  readonly may: boolean;
  readonly adding: boolean;
  readonly add: () => void;
}

/** Makes the sample process as a person would: a process, then its captures one after another. Shows it when all of them are read. */
export function useSample(teamId: string): Sample {
  const may = useMay(createClarityProcess);
  const create = useWrite(createClarityProcess);
  const send = useSending();
  const go = useGo();
  const [adding, setAdding] = useState(false);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => void (shown.current = false);
  }, []);

  const make = async () => {
    const { sampleProcess } = await import("#contract/clarity/sample-process.ts");
    const { process } = await create.mutateAsync({ params: { teamId }, body: { name: sampleProcess.name } });
    // A person who leaves the page still gets the whole sample.
    const { signal } = new AbortController();
    const failures: string[] = [];
    for (const { fileName, text } of sampleProcess.captures) {
      const file = new File([text], fileName);
      // oxlint-disable-next-line no-await-in-loop -- captures have an order
      await send({ processId: process.id, file, signal }).catch((error: unknown) => failures.push(notAdded(file, error).reason));
    }
    for (const failure of failures) toast(failure, { failed: true });
    if (failures.length === 0) toast("Sample process added");
    if (shown.current) go(pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId: process.id }));
  };
  const add = () => {
    if (adding) return;
    setAdding(true);
    void make()
      .catch(toastFailed)
      .finally(() => setAdding(false));
  };
  return { may, adding, add };
}
