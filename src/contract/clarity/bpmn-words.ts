/** A type or a property as words: `bpmn:DataObjectReference` is a “data object reference”. */
export function wordsOf(name: string): string {
  return name
    .replace(/^\w+:/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}
