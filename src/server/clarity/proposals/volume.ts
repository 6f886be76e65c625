const perTime = /\d[\d.,]*\s+(?:\p{L}+\s+){0,4}?(?:an?|per|each|every)\s+(?:hour|day|week|month|quarter|year)\b/iu;

/** Whether somebody says how often a process happens: “40 invoices a week”. */
export function saysVolume(words: string): boolean {
  return perTime.test(words);
}
