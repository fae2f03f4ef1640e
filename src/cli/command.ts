/** Where a command was started. */
export interface Terminal {
  env: NodeJS.ProcessEnv
  /** a line of the result */
  out(line: string): void
  /** a line of progress, or what went wrong */
  note(line: string): void
}

export interface Option {
  type: 'string' | 'boolean'
  /** one line of the help text */
  help: string
  /** what stands for the value in the help text */
  value?: string
}

export type Options = Record<string, Option>

export type Values<O extends Options> = {
  [Name in keyof O]: (O[Name]['type'] extends 'boolean' ? boolean : string) | undefined
}

/** One command of the operator's tool. */
export interface Command {
  /** what it does, for the help text; the first line stands alone in the list of commands */
  help: string
  /** words after the command's name: `NAME` must be there, `[NAME]` may, `NAME…` may repeat */
  words: readonly string[]
  options: Options
  run(terminal: Terminal, words: readonly string[], values: Values<Options>): Promise<void>
}

/** Makes a command whose function knows its options by their types. */
export function defineCommand<const O extends Options>(command: {
  help: string
  words?: readonly string[]
  options?: O
  run(terminal: Terminal, words: readonly string[], values: Values<O>): Promise<void>
}): Command {
  return { words: [], options: {}, ...command } as Command
}

/** What keeps a command from doing what it was asked; the message is the line that is shown. */
export class CommandError extends Error {
  readonly exitCode: number

  /** @param exitCode 2 for a command that was not understood */
  constructor(message: string, exitCode = 1) {
    super(message)
    this.name = new.target.name
    this.exitCode = exitCode
  }
}
