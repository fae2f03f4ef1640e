import { extname } from 'node:path'
import { parentPort, Worker } from 'node:worker_threads'

interface Answer {
  id: number
  result?: unknown
  /** custom fields of an error are not transferred with it */
  failure?: { message: string } & Record<string, unknown>
}

/** A thread that answers one request after the other. */
export interface RequestThread<Request, Result> extends AsyncDisposable {
  /** keeps the process alive only while a request is open */
  ask(request: Request): Promise<Result>
}

interface ThreadOptions {
  workerData?: unknown
  /**
   * ms without a request after which the thread ends, as an idle thread holds 8 MB; the next request starts another,
   * which costs some 35 ms
   */
  restAfter?: number
}

/**
 * A thread that the first request starts.
 *
 * @param file of the thread's code without extension, in the folder of `base`
 * @param base the caller's `import.meta.url`
 */
export function createRequestThread<Request, Result>(
  file: string,
  base: string,
  { workerData = null, restAfter = Number.POSITIVE_INFINITY }: ThreadOptions = {},
): RequestThread<Request, Result> {
  const open = createOpenRequests<Result>()
  let worker: Worker | null = null
  let resting: NodeJS.Timeout | undefined
  let ended: Promise<unknown> | undefined

  const rest = () => {
    const idle = worker
    worker = null // later requests start another one
    ended = idle?.terminate()
  }
  const start = () => {
    const url = new URL(`./${file}${extname(base)}`, base)
    const started = new Worker(url, { workerData, execArgv: [] })
    const end = (error: unknown) => {
      if (worker !== started) return // its end was handled before
      worker = null
      open.failAll(error)
    }
    started.on('message', (answer: Answer) => {
      open.settle(answer)
      if (open.size > 0) return
      started.unref()
      if (Number.isFinite(restAfter)) resting = setTimeout(rest, restAfter).unref()
    })
    started.on('error', end)
    return started.on('exit', () => end(new Error(`The thread ${file} ended`)))
  }

  return {
    ask(request) {
      clearTimeout(resting)
      worker ??= start()
      const { id, promise } = open.add()
      if (open.size === 1) worker.ref()
      worker.postMessage({ id, request })
      return promise
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(resting)
      await Promise.all([ended, worker?.terminate()])
    },
  }
}

/** Requests without an answer yet. */
function createOpenRequests<Result>() {
  const open = new Map<number, PromiseWithResolvers<Result>>()
  let lastId = 0
  return {
    get size() {
      return open.size
    },
    add() {
      const waiting = Promise.withResolvers<Result>()
      open.set(++lastId, waiting)
      return { id: lastId, promise: waiting.promise }
    },
    settle({ id, result, failure }: Answer) {
      const waiting = open.get(id)
      open.delete(id)
      if (failure === undefined) waiting?.resolve(result as Result)
      else waiting?.reject(Object.assign(new Error(failure.message), failure))
    },
    failAll(error: unknown) {
      for (const waiting of open.values()) waiting.reject(error)
      open.clear()
    },
  }
}

/** The thread's side: answers each request with the result or error of `handle`. */
export function answerRequests<Request, Result>(handle: (request: Request) => Result): void {
  const port = parentPort!
  port.on('message', ({ id, request }: { id: number; request: Request }) => {
    try {
      port.postMessage({ id, result: handle(request) })
    } catch (error) {
      const { message } = error as Error
      port.postMessage({ id, failure: { ...(error as object), message } })
    }
  })
}
