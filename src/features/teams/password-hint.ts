/** What makes a good password. An error says the rest itself. */
export function passwordHint(error: string | undefined): string {
  return error === undefined ? "At least 10 characters. A few words are stronger than symbols" : "A few words are stronger than symbols";
}
