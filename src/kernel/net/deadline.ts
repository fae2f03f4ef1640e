import { startDeadline } from '../base/deadline.ts'
import { EgressFailed } from './errors.ts'

/**
 * Runs work with a time limit: when the time is up (A34) or the caller's own signal is aborted, the signal
 * of the work is aborted and this rejects. Time in which this process stood still does not count.
 *
 * @param timeoutMs for all of it, not per step
 */
export async function withDeadline<T>(
  timeoutMs: number,
  callersSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  using _ = startDeadline(timeoutMs, () => {
    controller.abort(new EgressFailed('timeout', 'The other server took too long to answer'))
  })
  const abort = () => controller.abort(new EgressFailed('aborted', 'The request was given up'))
  callersSignal?.addEventListener('abort', abort)
  if (callersSignal?.aborted) abort()
  try {
    return await untilAborted(work(controller.signal), controller.signal)
  } finally {
    callersSignal?.removeEventListener('abort', abort)
  }
}

/** Needed because undici does not abort a request that still waits for its connection. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}
