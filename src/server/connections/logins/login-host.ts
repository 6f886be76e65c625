/** The host of a website that a login's domain names, as browsers write it. Undefined for a name of anything else, such as an application. */
export function hostOfLogin(domain: string): string | undefined {
  const address = /^https?:\/\//i.test(domain) ? domain : `https://${domain}`;
  if (/[\s@\\]/.test(domain) || !URL.canParse(address)) return undefined;
  return new URL(address).host || undefined;
}

/** As it is kept: an address becomes its host, a host has small letters, and any other name stays as it was typed. */
export function keptDomain(domain: string): string {
  const host = hostOfLogin(domain);
  if (host === undefined) return domain;
  return /[/?#]/.test(domain) ? host : domain.toLowerCase();
}
