import { exportFields, readExport } from "#api/list-export.ts";
import type { EndpointSpec } from "#contract/endpoint.ts";
import type { ExportColumns } from "#contract/export.ts";
import type { List } from "#contract/list.ts";
import type { ExportChoice } from "#ui/export-menu.tsx";
import { useExport } from "#ui/use-export.ts";

/** The endpoint that sends a list as a file, and what it is asked with: place, filters and order. */
export interface ListFile {
  readonly endpoint: EndpointSpec & { readonly exports: ExportColumns<never> };
  readonly params: object;
  readonly body: object;
}

/** Hands a list over as a file of exactly what its filters leave. */
export function useListFile({ words }: List, file: ListFile | undefined, total: number) {
  return useExport<ExportChoice>({
    read: (choice, reading) => {
      if (!file) throw new Error("This list has no file.");
      const { endpoint, params, body } = file;
      return readExport(endpoint, { params, body: { ...body, ...exportFields(endpoint.exports, choice) } } as never, reading);
    },
    total,
    words,
  });
}
