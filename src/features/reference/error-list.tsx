import { Coded } from "./operation-words.tsx";
import type { Detail } from "./queries.ts";

/** What the operation may be refused with. */
export function ErrorList({ errors }: Pick<Detail, "errors">) {
  return (
    <table className="w-full text-start text-sm">
      <thead className="text-xs text-ink-3">
        <tr>
          <th className="w-14 pb-1 text-start font-normal">Status</th>
          <th className="pb-1 text-start font-normal">Code and meaning</th>
        </tr>
      </thead>
      <tbody>
        {errors.map(({ status, code, message }) => (
          <tr key={code} className="border-t border-line align-baseline">
            <td className="py-1.5 tabular-nums">{status}</td>
            <td className="py-1.5">
              <code className="break-words">{code}</code>
              <span className="block text-ink-2">
                <Coded text={message} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
