import { createRequestThread } from '../../../../kernel/db/worker.ts'
import { ArchiveRefused } from '../../archive-refused.ts'
import type { NewRow } from '../queries.ts'
import type { ArchiveOwner } from './post.ts'

/** Start parameters of the thread. */
export interface OutboxStart {
  /** number of items read before an interruption */
  skipped: number
  owner: ArchiveOwner
}

export interface OutboxChunk {
  chunk: Uint8Array
  /** ms since 1970 */
  now: number
}

/** The result of one chunk of an outbox. */
export interface OutboxSlice {
  /** items of the outbox so far, including items that make no row */
  items: number
  rows: NewRow[]
  /** numbers of items that make no row, by reason */
  leftOut: Record<string, number>
  /** the reason why reading stops, or null */
  refused: string | null
}

/**
 * Reads the posts of an outbox in a worker thread, chunk by chunk while it is unpacked: an
 * untrusted file must not block other requests (A63).
 *
 * @throws ArchiveRefused
 */
export async function* readOutbox(
  chunks: AsyncIterable<Uint8Array>,
  start: OutboxStart,
  clock: () => number,
): AsyncGenerator<OutboxSlice & { bytes: number }> {
  await using thread = createRequestThread<OutboxChunk, OutboxSlice>(
    'outbox-thread',
    import.meta.url,
    { workerData: start },
  )
  for await (const chunk of chunks) {
    const slice = await thread.ask({ chunk, now: clock() })
    yield { ...slice, bytes: chunk.byteLength }
    if (slice.refused !== null) throw new ArchiveRefused(slice.refused)
  }
}
