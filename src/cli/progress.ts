import type { Terminal } from './command.ts'

/** ms between two lines */
const INTERVAL = 1000

/** Shows the progress of a task of unknown length, at most once a second; `createMeter` also knows how much is left. */
export function createProgress(terminal: Terminal): (what: string) => void {
  const show = terminal.draw ?? terminal.note
  let last = Date.now()
  return (what) => {
    if (Date.now() - last < INTERVAL) return
    last = Date.now()
    show(what)
  }
}
