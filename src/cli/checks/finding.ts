import type { Config } from '../../config.ts'

/** What a check found: `warn` works but should be looked at, `fail` keeps something from working. */
export interface Finding {
  level: 'ok' | 'warn' | 'fail'
  /** what was looked at and how it is */
  text: string
  /** what to do about it */
  advice?: string
}

export type Check = (config: Config) => Promise<Finding[]>

export const ok = (text: string): Finding => ({ level: 'ok', text })
export const warn = (text: string, advice: string): Finding => ({ level: 'warn', text, advice })
export const fail = (text: string, advice: string): Finding => ({ level: 'fail', text, advice })

/** The message of an error, on one line. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n', 1)[0] ?? ''
}
