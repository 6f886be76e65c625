/** Where programs look for an API or what describes it. What is not there is never answered with a page of the console. */
const names = /^\/(v\d+|api|docs|openapi|redoc|swagger|graphql|_files|healthz|readyz|metrics|oauth|\.well-known)([/?.]|$)/;

/** Of those, what no quota is for: how the service is, and what a signature permits. */
const free = /^\/(_files|healthz|readyz|metrics)([/?]|$)/;

/** Whether an address belongs to the API. */
export function ofApi(url: string): boolean {
  return names.test(url);
}

/** Whether a request counts against the quota of whoever makes it. */
export function isCounted(url: string): boolean {
  return ofApi(url) && !free.test(url);
}
