/** What zones are called now, where browsers list them under an earlier name. */
const renamed = [
  "Africa/Asmara",
  "America/Argentina/Buenos_Aires",
  "America/Indiana/Indianapolis",
  "America/Kentucky/Louisville",
  "America/Nuuk",
  "Asia/Ho_Chi_Minh",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Asia/Yangon",
  "Atlantic/Faroe",
  "Europe/Kyiv",
  "Pacific/Chuuk",
  "Pacific/Kanton",
  "Pacific/Pohnpei",
];

const names = new Set([...Intl.supportedValuesOf("timeZone"), ...renamed]);

/** The time zones that can be chosen, by their names, UTC first. A stored one that is not among them is listed too. */
export function zoneOptions(stored: string) {
  return ["UTC", ...[...new Set([...names, stored])].filter((name) => name !== "UTC" && name !== "").toSorted()].map((value) => ({
    value,
    label: value,
    also: value.replaceAll("_", " "),
  }));
}
