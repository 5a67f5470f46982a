/** Whether a skill may have this name: 1 to 64 of a–z, 0–9 and single dashes inside. It is a safe name of a folder. */
export function isSkillName(name: string): boolean {
  return name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)
}
