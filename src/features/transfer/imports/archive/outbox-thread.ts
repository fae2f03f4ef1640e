import { workerData } from 'node:worker_threads'
import { answerRequests } from '../../../../kernel/db/worker.ts'
import { ArchiveRefused } from '../../archive-refused.ts'
import { digestOf } from '../../digest.ts'
import type { NewRow } from '../queries.ts'
import { createItemReader } from './json-items.ts'
import type { OutboxChunk, OutboxSlice, OutboxStart } from './outbox.ts'
import { type ArchivedPost, readItem } from './post.ts'

const LIMITS = { itemBytes: 512 * 1024, items: 200_000, depth: 64 }

const { skipped, owner } = workerData as OutboxStart
const reader = createItemReader(LIMITS, skipped)
let items = 0

answerRequests<OutboxChunk, OutboxSlice>(({ chunk, now }) => {
  const slice: OutboxSlice = { items, rows: [], leftOut: {}, refused: null }
  try {
    for (const item of reader.read(chunk)) {
      items += 1
      if (items > skipped) add(slice, readItem(item, owner, now))
    }
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error
    slice.refused = error.message
  }
  return { ...slice, items }
})

function add({ rows, leftOut }: OutboxSlice, post: ArchivedPost | string): void {
  if (typeof post === 'string') leftOut[post] = (leftOut[post] ?? 0) + 1
  else rows.push(rowOf(post))
}

function rowOf(post: ArchivedPost): NewRow {
  return { digest: digestOf(post.uri), position: post.createdAt, data: { ...post }, error: null }
}
