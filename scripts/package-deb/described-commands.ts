import type { Command } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'

/** A command with everything that there is to say about it. */
export interface DescribedCommand extends Pick<Command, 'help' | 'words' | 'options'> {
  /** its words, as in `accounts create` */
  name: string
  summary: string
}

/** All commands of the program's own table, in its order. */
export async function describedCommands(): Promise<DescribedCommand[]> {
  const entries = Object.entries(commands).map(async ([name, { summary, load }]) => {
    const { help, words, options } = await load()
    return { name, summary, help, words, options }
  })
  return Promise.all(entries)
}
