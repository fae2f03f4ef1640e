import { extname } from 'node:path'
import { parentPort, Worker } from 'node:worker_threads'

interface Answer {
  id: number
  result?: unknown
  /** an error's own fields do not travel with it */
  failure?: { message: string } & Record<string, unknown>
}

/** A thread that answers one request after the other. */
export interface RequestThread<Request, Result> extends AsyncDisposable {
  /** started by the first request; keeps the process alive only while one is open */
  ask(request: Request): Promise<Result>
}

/** @param file of the thread's code without extension, beside the caller's: `import.meta.url` */
export function createRequestThread<Request, Result>(
  file: string,
  base: string,
  workerData: unknown = null,
): RequestThread<Request, Result> {
  const open = new Map<number, PromiseWithResolvers<Result>>()
  let worker: Worker | null = null
  let lastId = 0

  const settle = (id: number, act: (waiting: PromiseWithResolvers<Result>) => void) => {
    act(open.get(id)!)
    open.delete(id)
    if (open.size === 0) worker?.unref()
  }
  const failAll = (error: unknown) => {
    for (const id of [...open.keys()]) settle(id, (waiting) => waiting.reject(error))
    worker = null
  }
  const receive = (answer: Answer) => settle(answer.id, (waiting) => giveAnswer(waiting, answer))
  const start = () => {
    const started = startWorker(file, base, workerData)
    started.on('message', receive).on('error', failAll)
    return started.on('exit', () => failAll(new Error(`The thread ${file} ended`)))
  }

  return {
    ask(request) {
      worker ??= start()
      const waiting = Promise.withResolvers<Result>()
      open.set(++lastId, waiting)
      if (open.size === 1) worker.ref()
      worker.postMessage({ id: lastId, request })
      return waiting.promise
    },
    async [Symbol.asyncDispose]() {
      const ending = worker
      worker = null
      await ending?.terminate()
    },
  }
}

function startWorker(file: string, base: string, workerData: unknown): Worker {
  const url = new URL(`./${file}${extname(base)}`, base)
  return new Worker(url, { workerData, execArgv: [] })
}

function giveAnswer<Result>(
  waiting: PromiseWithResolvers<Result>,
  { result, failure }: Answer,
): void {
  if (failure === undefined) waiting.resolve(result as Result)
  else waiting.reject(Object.assign(new Error(failure.message), failure))
}

/** The thread's side: answers each request with what `handle` returns or throws. */
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
