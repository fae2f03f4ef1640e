import type { Connection } from './registry.ts'

/** connections that are closed in a second: each client connects again and reads its timelines */
const PER_SECOND = 200
/** ms */
const STEP = 50

/** Closes connections with pauses between them, so that their clients do not all come again at once. */
export function closeBitByBit(
  connections: readonly Connection[],
  close: (connection: Connection) => void,
): void {
  const atOnce = (PER_SECOND * STEP) / 1000
  let at = 0
  const timer = setInterval(() => {
    for (const connection of connections.slice(at, at + atOnce)) close(connection)
    at += atOnce
    if (at >= connections.length) clearInterval(timer)
  }, STEP).unref()
}
