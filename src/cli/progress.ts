import type { Terminal } from './command.ts'

/** ms between two lines */
const INTERVAL = 1000

/** Tells how far a long work is, at most once a second. */
export function createProgress(terminal: Terminal): (what: string) => void {
  let last = Date.now()
  return (what) => {
    if (Date.now() - last < INTERVAL) return
    last = Date.now()
    terminal.note(what)
  }
}
