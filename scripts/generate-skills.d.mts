/** `program` is the tree of commands, of whichever copy of commander. */
export declare function builtinSkillFiles(
  program: object,
): Promise<Readonly<Record<string, string>>>

/** For a tree of commands that is only looked at. */
export declare const NOWHERE: import('../packages/cli/src/lib/program/registration.ts').ProgramContext
