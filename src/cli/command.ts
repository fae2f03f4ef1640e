/** Environment and output of a command. */
export interface Terminal {
  env: NodeJS.ProcessEnv
  /** a line of the result */
  out(line: string): void
  /** a line of progress, or an error */
  note(line: string): void
  /** shows a line in the place of the last one that was drawn; absent if nobody watches */
  draw?(line: string): void
}

export interface Option {
  type: 'string' | 'boolean'
  /** one line of the help text */
  help: string
  /** placeholder for the value in the help text */
  value?: string
}

export type Options = Record<string, Option>

export type Values<O extends Options> = {
  [Name in keyof O]: (O[Name]['type'] extends 'boolean' ? boolean : string) | undefined
}

/** One command of the operator's tool. */
export interface Command {
  /** description for the help text; the list of commands shows its first line only */
  help: string
  /** words after the command's name: `NAME` must be there, `[NAME]` may, `NAME…` may repeat */
  words: readonly string[]
  options: Options
  run(terminal: Terminal, words: readonly string[], values: Values<Options>): Promise<void>
}

/** Defines a command whose function gets the types of its options. */
export function defineCommand<const O extends Options>(command: {
  help: string
  words?: readonly string[]
  options?: O
  run(terminal: Terminal, words: readonly string[], values: Values<O>): Promise<void>
}): Command {
  return { words: [], options: {}, ...command } as Command
}

/** A failure of a command; its one-line message is printed. */
export class CommandError extends Error {
  readonly exitCode: number

  /** @param exitCode 2 for an invalid command line */
  constructor(message: string, exitCode = 1) {
    super(message)
    this.name = new.target.name
    this.exitCode = exitCode
  }
}
