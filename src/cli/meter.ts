import type { Terminal } from './command.ts'

/** ms between two lines: drawn over each other, or below */
const DRAWN_EVERY = 200
const NOTED_EVERY = 5_000
const BAR_WIDTH = 24

/** Shows how far a long task is, how fast, and how long it still takes. */
export interface Meter {
  /** ends the phase before it; `total` may be an estimate */
  begin(phase: string, total: number): void
  /** so much of the phase was done before */
  skip(count: number): void
  /** @param what is being done just now */
  advance(count: number, what: string): void
  /** the last line of the last phase */
  end(): void
}

/** @param unit plural, as in `rows` */
export function createMeter(terminal: Terminal, unit: string): Meter {
  const show = terminal.draw ?? terminal.note
  const interval = terminal.draw === undefined ? NOTED_EVERY : DRAWN_EVERY
  let phase: Phase | null = null
  let shownAt = 0
  const end = () => {
    if (phase !== null) terminal.note(`${phase.name}: ${summary(phase, unit)}`)
    phase = null
  }
  return {
    begin(name, total) {
      end()
      phase = { name, total, done: 0, skipped: 0, began: performance.now() }
      shownAt = performance.now()
    },
    skip(count) {
      if (phase !== null) phase.skipped += count
    },
    advance(count, what) {
      if (phase === null) return
      phase.done += count
      if (performance.now() - shownAt < interval) return
      shownAt = performance.now()
      show(lineOf(phase, unit, what))
    },
    end,
  }
}

interface Phase {
  name: string
  total: number
  done: number
  skipped: number
  /** ms, by `performance.now()` */
  began: number
}

function lineOf({ name, total, done, skipped, began }: Phase, unit: string, what: string): string {
  const share = Math.min(1, (done + skipped) / Math.max(total, 1))
  const filled = Math.round(share * BAR_WIDTH)
  const bar = '#'.repeat(filled) + '-'.repeat(BAR_WIDTH - filled)
  const seconds = (performance.now() - began) / 1000
  const perSecond = done / seconds
  const left = timeOf(Math.max(0, total - done - skipped) / Math.max(perSecond, 1e-9))
  const percent = `${Math.floor(share * 100)} %`.padStart(5)
  return `${name} [${bar}] ${percent}, ${Math.round(perSecond)} ${unit}/s, ${left} left (${what})`
}

function summary({ done, began }: Phase, unit: string): string {
  const seconds = (performance.now() - began) / 1000
  return `${done} ${unit} in ${timeOf(seconds)}, ${Math.round(done / seconds)} ${unit}/s`
}

/** `m:ss`, or `h:mm:ss` */
function timeOf(given: number): string {
  const seconds = Math.round(given)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [hours = 0, minutes = 0, rest = 0] = parts
  const padded = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(rest)}` : `${minutes}:${padded(rest)}`
}
