import { createRequestThread } from '../../../db/worker.ts'
import { ArchiveRefused } from '../../refused.ts'
import type { NewRow } from '../queries.ts'
import type { ArchiveOwner } from './post.ts'

/** Settings that the thread has from its start. */
export interface OutboxStart {
  /** items that were read before the process was stopped */
  skipped: number
  owner: ArchiveOwner
}

export interface OutboxChunk {
  chunk: Uint8Array
  /** ms since 1970 */
  now: number
}

/** Content of one piece of an outbox. */
export interface OutboxSlice {
  /** of the outbox so far, those too that make no row */
  items: number
  rows: NewRow[]
  /** how many items make no row, by reason */
  leftOut: Record<string, number>
  /** why the archive is not read on, or null */
  refused: string | null
}

/**
 * Reads the posts of an outbox on a thread of its own, piece by piece as it is unpacked: a stranger's
 * file must not hold up whoever else is answered (A63).
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
