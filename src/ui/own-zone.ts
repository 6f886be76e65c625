/** The name of the time zone of whoever looks, as in `Europe/Berlin`. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
