import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type OpenApp, type OpenOptions, openApp } from '../../src/app/open.ts'
import { runCommand } from '../../src/cli/run.ts'
import { readConfig } from '../../src/kernel/base/config.ts'

export interface CommandResult {
  code: number
  out: string
  /** progress and errors */
  notes: string
}

/** Runs a command of the operator's tool in this process, which spares the start of another. */
export async function runHere(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): Promise<CommandResult> {
  const [out, notes]: [string[], string[]] = [[], []]
  const terminal = {
    env,
    out: (line: string) => void out.push(line),
    note: (line: string) => void notes.push(line),
  }
  const code = await runCommand(args, terminal)
  return { code, out: out.join('\n'), notes: notes.join('\n') }
}

/** @returns what a command printed, after making sure that it worked */
export async function doneHere(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const { code, out, notes } = await runHere(env, args)
  assert.equal(code, 0, `rookery ${args.join(' ')}: ${out}\n${notes}`)
  return out
}

/** A data directory of its own and the operator's tool on it, in this process. */
export class Operator implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'rookery-operator-'))
  readonly env: NodeJS.ProcessEnv

  constructor(env: NodeJS.ProcessEnv = {}) {
    this.env = { DATA_DIR: join(this.folder, 'data'), ORIGIN: 'https://rookery.test', ...env }
  }

  /** With what the first start of a server leaves there. */
  static async started(env: NodeJS.ProcessEnv = {}): Promise<Operator> {
    const operator = new Operator(env)
    await using _server = await operator.open()
    return operator
  }

  run(...args: string[]): Promise<CommandResult> {
    return runHere(this.env, args)
  }

  /** @returns what it printed, after making sure that it worked */
  done(...args: string[]): Promise<string> {
    return doneHere(this.env, ...args)
  }

  /** Opens the same data as a server does. */
  open(options: Pick<OpenOptions, 'clock'> = {}): Promise<OpenApp> {
    return openApp(readConfig(this.env), { log: pino({ level: 'silent' }), ...options })
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
