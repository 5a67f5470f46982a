/** `program` is the tree of commands, of whichever copy of commander. */
export declare function builtinSkillFiles(
  program: object,
): Promise<Readonly<Record<string, string>>>
