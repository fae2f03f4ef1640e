import { startMeasured } from '../process.ts'
import type { PeerServer } from './arguments.ts'

const PORT = 3902

/** A server that answers bytes from memory, by which the cost of HTTP alone is known in the same rounds. */
export async function startFloor(): Promise<{ server: PeerServer } & AsyncDisposable> {
  const { pid, ...process } = await startMeasured('serve-floor.ts', { PORT: String(PORT) })
  const address = new URL(`http://127.0.0.1:${process.port}`)
  return {
    server: { address, tokens: [], pids: [pid], streaming: null },
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  }
}
