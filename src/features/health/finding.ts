import { ENGLISH_WORDS, inWords, type Text, type Words } from '../../kernel/text/messages.ts'

/** The result of a check: `warn` works but needs attention, `fail` does not work. */
export interface Finding {
  level: 'ok' | 'warn' | 'fail'
  /** the checked subject and its state */
  text: Text
  /** how to resolve it */
  advice?: Text
}

/** A finding in the language of its reader. */
export interface ToldFinding {
  level: Finding['level']
  text: string
  advice?: string
}

export const ok = (text: Text): Finding => ({ level: 'ok', text })
export const warn = (text: Text, advice: Text): Finding => ({ level: 'warn', text, advice })
export const fail = (text: Text, advice: Text): Finding => ({ level: 'fail', text, advice })

export function tellFinding(
  { level, text, advice }: Finding,
  words: Words = ENGLISH_WORDS,
): ToldFinding {
  const told = { level, text: inWords(text, words) }
  return advice === undefined ? told : { ...told, advice: inWords(advice, words) }
}

/** The message of an error, on one line. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n', 1)[0] ?? ''
}
