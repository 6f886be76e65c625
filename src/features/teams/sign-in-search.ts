/** Where a sign-in leads: the path of our own that `to` names, else the start page. `to` comes from the address, so anybody may have written it. */
export function destinationOf(to: unknown, origin: string): string {
  if (typeof to !== "string" || !URL.canParse(to, origin)) return "/";
  const url = new URL(to, origin);
  // The origin of `blob:https://…` is the one inside.
  if (url.origin !== origin || !origin.startsWith(url.protocol)) return "/";
  // `/.//host` has the path `//host`, which the next reader would take for a host.
  return `${url.pathname.replace(/^\/+/, "/")}${url.search}${url.hash}`;
}
