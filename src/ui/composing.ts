/**
 * Whether a key belongs to a word that is still being composed, as in Japanese or Chinese: Enter takes the word then, and nothing else. Safari tells
 * the Enter that ends it by its code only.
 */
export function isComposing({ isComposing: composes, keyCode }: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return composes || keyCode === 229;
}

/**
 * Keeps such keys from every handler of the page: they take no option, send no form and close no dialog. An editor that composes by itself hears them.
 */
export function keepComposingKeys(): void {
  const keep = (event: KeyboardEvent) => {
    const editor = event.target instanceof HTMLElement && event.target.isContentEditable;
    if (isComposing(event) && !editor) event.stopPropagation();
  };
  addEventListener("keydown", keep, { capture: true });
}
