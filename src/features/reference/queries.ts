import { queryOptions } from "@tanstack/react-query";
import { type ApiError, callWith, wireOnly } from "#api/client.ts";
import type { Access } from "#contract/access.ts";
import type { EndpointSpec } from "#contract/endpoint.ts";
import type { Reference, ReferenceDetail } from "#sdk/reference/reference.ts";

/** Of this service, so with the access that the contract knows. */
export type Detail = Omit<ReferenceDetail, "needs"> & { readonly needs: Access };

// Served beside the operations, as the document is.
const list = wireOnly<EndpointSpec>({ name: "readReference", method: "GET", path: "/sdk/reference.json" });
const one = wireOnly<EndpointSpec>({ name: "readReferenceDetail", method: "GET", path: "/sdk/reference/{name}.json" });

// It changes with the version of the service, and then the console is another one too.
const lasting = { staleTime: Infinity, gcTime: Infinity } as const;

export const referenceRead = queryOptions<Reference, ApiError>({
  queryKey: [[], list.name],
  queryFn: ({ signal }) => callWith(list, undefined, { signal }) as Promise<Reference>,
  ...lasting,
});

export function detailRead(name: string) {
  return queryOptions<Detail, ApiError>({
    queryKey: [[], one.name, name],
    queryFn: ({ signal }) => callWith(one, { params: { name } }, { signal }) as Promise<Detail>,
    ...lasting,
  });
}
