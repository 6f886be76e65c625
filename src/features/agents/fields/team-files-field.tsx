import { useQuery } from "@tanstack/react-query";
import { CircleAlert, File, X } from "lucide-react";
import { useFieldValue } from "#api/form.ts";
import { read } from "#api/query.ts";
import { listFiles } from "#contract/library/files.ts";
import { bytesOf } from "#ui/bytes.tsx";
import { Combobox } from "#ui/combobox.tsx";
import { Field } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import type { StepForm } from "./step-form.ts";

/** The team files that a step declares. One that the team no longer has is marked. */
export function TeamFilesField({ form, at, teamId, hint }: StepForm & { teamId: string; hint: string }) {
  const name = `${at}.data.files`;
  const chosen = (useFieldValue(form, name) as readonly string[] | null | undefined) ?? [];
  const files = useQuery(read(listFiles, { params: { teamId } }));
  const paths = files.data && new Set(files.data.files.map(({ path }) => path));
  const options = (files.data?.files ?? [])
    .filter(({ path }) => !chosen.includes(path))
    .map(({ path, metadata }) => ({ value: path, label: path, ...(metadata?.size === undefined ? {} : { note: bytesOf(metadata.size) }) }));
  const error =
    form.errorOf(name) ??
    chosen.map((_, index) => form.errorOf(`${name}.${index}`)).find(Boolean) ??
    (files.error ? files.error.message : undefined);
  return (
    <Field label="Team files" hint={hint} error={error}>
      <Combobox
        options={options}
        value={null}
        onChange={(path) => path !== null && form.set(name, [...chosen, path])}
        placeholder="Add a file"
        loading={files.isPending}
      />
      {chosen.length > 0 ? (
        <ul aria-label="Declared team files" className="mt-2 flex flex-col">
          {chosen.map((path) => {
            const missing = paths !== undefined && !paths.has(path);
            const Icon = missing ? CircleAlert : File;
            return (
              <li key={path} className="flex min-h-7 items-center gap-2 text-sm">
                <Icon size={16} strokeWidth={1.75} aria-hidden className={missing ? "shrink-0 text-failed" : "shrink-0 text-ink-3"} />
                <span className="min-w-0 flex-1 truncate font-mono text-xs" title={path}>
                  {path}
                </span>
                {missing ? <span className="text-xs text-failed">missing</span> : null}
                <IconButton
                  size="sm"
                  icon={X}
                  label={`Remove ${path}`}
                  onClick={() =>
                    form.set(
                      name,
                      chosen.filter((other) => other !== path),
                    )
                  }
                />
              </li>
            );
          })}
        </ul>
      ) : null}
    </Field>
  );
}
