/** Words as they begin a sentence or stand alone: "type of event" is "Type of event". */
export function capitalized(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
