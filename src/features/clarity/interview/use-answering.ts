import { useState } from "react";
import type { ApiError } from "#api/client.ts";

interface Given {
  readonly message_index: number;
  readonly message: string;
  readonly corrects?: number;
}

export interface Answering {
  /** Whether it was kept. */
  readonly send: (given: Given) => Promise<boolean>;
  readonly finish: { readonly run: () => void; readonly pending: boolean };
  readonly failure: { readonly message: string; readonly unsent: string | undefined } | undefined;
}

interface Calls {
  readonly answer: (given: Given) => Promise<unknown>;
  readonly finish: () => Promise<unknown>;
  /** The interview has continued elsewhere: it is read again. */
  readonly reload: () => unknown;
}

/** Sends answers, and says what of them was not kept. An answer that is sent again after a fault is kept once: its position says so. */
export function useAnswering({ answer, finish, reload }: Calls): Answering {
  const [failure, setFailure] = useState<Answering["failure"]>();
  const [pending, setPending] = useState(false);
  const failed = (error: ApiError, unsent?: string) => {
    const passedBy = error.status === 409;
    setFailure({ message: error.message, unsent: passedBy ? unsent : undefined });
    if (passedBy || error.status === 404) void reload();
  };
  return {
    failure,
    send: (given) =>
      answer(given).then(
        () => {
          setFailure(undefined);
          return true;
        },
        (error: ApiError) => {
          failed(error, given.message);
          return false;
        },
      ),
    finish: {
      pending,
      run: () => {
        setPending(true);
        void finish()
          .then(() => setFailure(undefined), failed)
          .finally(() => setPending(false));
      },
    },
  };
}
