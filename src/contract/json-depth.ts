/** JSON nested deeper than this is refused before it is read: recursive code elsewhere would overflow. */
export const maxJsonDepth = 64;

/** Whether a JSON text, or what was meant as one, is nested deeper than {@link maxJsonDepth}. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 92) i++;
      else if (c === 34) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 123 || c === 91) {
      if (++depth > maxJsonDepth) return true;
    } else if (c === 125 || c === 93) depth--;
  }
  return false;
}
