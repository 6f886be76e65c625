/** A SKILL.md. */
export function skillText(name: string, description = "Closes a month", body = "# Steps\n"): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;
}
