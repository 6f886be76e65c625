import { defaultStringifySearch, type RegisteredRouter } from "@tanstack/react-router";

type Routes = RegisteredRouter["routesByPath"];
/** The pattern of a page's address, as in `/t/$teamId/runs/$runId`, with its route. */
type Pages = { [P in keyof Routes as P extends `${infer Q}/` ? (Q extends "" ? P : Q) : P]: Routes[P] };
export type Page = keyof Pages;

type ParamNames<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}$${infer Name}`
    ? Name
    : never;
type Search<P extends Page> = Pages[P] extends { types: { fullSearchSchema: infer S } } ? { [K in keyof S]?: S[K] | undefined } : never;

/** The address of a page, checked against the routes that there are: its parameters by their names, and its search if it takes one. */
export function pathTo<P extends Page>(page: P, params: Record<ParamNames<P>, string>, search?: Search<P>): string {
  const given: Record<string, string> = params;
  const path = page.replaceAll(/\$(\w+)/g, (_: string, name: string) => encodeURIComponent(given[name] ?? ""));
  return search ? path + defaultStringifySearch(search) : path;
}
