import { startMeasured } from '../process.ts'
import type { PeerServer } from './arguments.ts'

const PORT = 3902

/** A server that answers bytes from memory, by which the cost of HTTP alone is known in the same rounds. */
export async function startFloor(): Promise<{ server: PeerServer } & AsyncDisposable> {
  const floor = await startMeasured('serve-floor.ts', { PORT: String(PORT) })
  const address = new URL(`http://127.0.0.1:${floor.port}`)
  return {
    server: { address, tokens: [], pids: [floor.pid], streaming: null },
    [Symbol.asyncDispose]: () => floor[Symbol.asyncDispose](),
  }
}
