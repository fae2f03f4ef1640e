import { nextTask } from './next-task.ts'

type Draw = () => void

const waiting: Draw[] = []
/** ms after which nothing more is begun in a task: most often it is one thing */
const TASK = 2

let running: Promise<void> | null = null

/** Resolves when nothing waits to be drawn. */
export const allDrawn = async (): Promise<void> => {
  while (running !== null) await running
}

/**
 * Draws something soon, a little in a task, so that presses, scrolling and paint come between.
 * @param goesOn it continues what was begun, which comes before what was not
 * @returns takes it back
 */
export function drawSoon(draw: Draw, goesOn = false): () => void {
  if (goesOn) waiting.unshift(draw)
  else waiting.push(draw)
  running ??= run()
  return () => {
    const at = waiting.indexOf(draw)
    if (at >= 0) waiting.splice(at, 1)
  }
}

async function run(): Promise<void> {
  let end = 0
  while (waiting.length > 0) {
    if (performance.now() >= end) {
      await nextTask()
      end = performance.now() + TASK
    }
    try {
      waiting.shift()?.()
    } catch (error) {
      // the others are drawn all the same
      reportError(error)
    }
    // what it changes is drawn now
    await null
  }
  // in the same step: what is put there from now on starts anew
  running = null
}
