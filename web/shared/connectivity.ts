import { signal } from '@preact/signals'
import { takeFirstRead } from '../first-reads.ts'

/** Whether the server answered when it was asked last. */
export const isReachable = signal(true)
/** grows each time that it answers again: what could not be read is read then */
export const reachedAgain = signal(0)

/**
 * Whether there is no network. Browsers say so of every machine that has none, also where the server is
 * that machine, so they are not believed before the server was asked.
 */
export const isOffline = signal(!navigator.onLine)
addEventListener('offline', noticeOffline)
addEventListener('online', comeBack)
if (isOffline.peek()) noticeOffline()

function noticeOffline(): void {
  isOffline.value = true
  void lookForServer()
}

function comeBack(): void {
  isOffline.value = false
  reachedAgain.value += 1
}

/** ms before what only reads is asked again */
const PAUSES = [400, 1500]
/** of what stands before the server while that is started again */
const AWAY = [502, 503, 504]

/** Asks the server; reads that get no answer are tried again, and what changes something is not. */
export async function fetchPatiently(path: string, init: RequestInit): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const pause = init.method === 'GET' && !isOffline.peek() ? PAUSES[tries] : undefined
    const begun = init.method === 'GET' ? takeFirstRead(path) : undefined
    const answer = await (begun ?? fetch(path, init)).catch((error: unknown) => ({ error }))
    const isAnswered = answer instanceof Response
    if (isAnswered && !AWAY.includes(answer.status)) {
      sawAnswer()
      return answer
    }
    if (pause === undefined) {
      isReachable.value = false
      if (isAnswered) return answer
      throw answer.error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Looks whether the server is there again, by what no cache answers. */
export async function lookForServer(): Promise<void> {
  const signal = AbortSignal.timeout(10_000)
  const answer = await fetch('/health', { cache: 'no-store', signal }).catch(() => null)
  // what nobody reads holds its connection
  await answer?.arrayBuffer().catch(() => null)
  if (!answer?.ok) return
  if (isOffline.peek()) comeBack()
  sawAnswer()
}

function sawAnswer(): void {
  if (isReachable.peek()) return
  isReachable.value = true
  reachedAgain.value += 1
}
