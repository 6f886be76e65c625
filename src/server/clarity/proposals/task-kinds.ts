// The printed rules about what an agent may do, by the first word of a title.

const decides = /^(approve|release|sign|decide|authori[sz]e|grant|accept|reject|confirm)\b/i;
const pays = /^(pay|transfer|refund|reserve money|wire|withdraw|deposit)\b/i;
const tells = /^(send|notify|ask|write|remind|inform|tell|answer|reply|email|mail)\b/i;

/** What a task is about, which says who may do it. */
export function taskKind(title: string): "decision" | "money" | "message" | "work" {
  if (decides.test(title)) return "decision";
  if (pays.test(title)) return "money";
  return tells.test(title) ? "message" : "work";
}
