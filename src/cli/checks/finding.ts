import type { Config } from '../../kernel/base/config.ts'

/** The result of a check: `warn` works but needs attention, `fail` does not work. */
export interface Finding {
  level: 'ok' | 'warn' | 'fail'
  /** the checked subject and its state */
  text: string
  /** how to resolve it */
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
