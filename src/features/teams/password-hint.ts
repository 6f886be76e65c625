/** What makes a good password. An error says the rest itself. */
export function passwordHint(error: string | undefined): string {
  return error === undefined ? "At least 10 characters; a few words are better than signs" : "A few words are better than signs";
}
