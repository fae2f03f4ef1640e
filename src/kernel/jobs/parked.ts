import { sql } from 'kysely'
import type { App } from '../core/app.ts'
import type { Db } from '../db/database.ts'
import { idIn } from '../db/id-in.ts'

/** How many parked jobs of some kinds stay. */
export interface Kept {
  kinds: readonly string[]
  rows: number
  bytes: number
  /** the key in their payloads that says whose they are, and the owner that it names */
  owner: { key: string; of: (value: string) => string }
}

interface Parked {
  id: string
  bytes: number
  owner: string
}

const AT_ONCE = 500

/**
 * Deletes parked jobs beyond the limits: nobody's is deleted while somebody else has more, and everybody's oldest ones first.
 * @returns how many
 */
export async function deleteParkedBeyond(app: App, kept: Kept): Promise<number> {
  if (!(await areMore(app.db, kept))) return 0
  const ids = beyond(await findParked(app.slowDb, kept), kept)
  let deleted = 0
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE)
    deleted += await app.transact((tx) => deleteParked(tx.db, some))
  }
  return deleted
}

/** A job that the operator has had retried meanwhile stays. */
async function deleteParked(db: Db, ids: readonly string[]): Promise<number> {
  const some = db.deleteFrom('job').where(idIn(db, 'id', ids))
  const { numDeletedRows } = await some.where('parked_at', 'is not', null).executeTakeFirst()
  return Number(numDeletedRows)
}

async function areMore(db: Db, { kinds, rows, bytes }: Kept): Promise<boolean> {
  const sizes = await parked(db, kinds)
    .select('bytes')
    .limit(rows + 1)
    .execute()
  const sum = sizes.reduce((sum, job) => sum + (job.bytes ?? 0), 0)
  return sizes.length > rows || sum > bytes
}

/** Newest first. */
async function findParked(db: Db, { kinds, owner }: Kept): Promise<Parked[]> {
  const all: Parked[] = []
  for (;;) {
    let query = parked(db, kinds).select([
      'id',
      'bytes',
      sql<string | null>`payload ->> ${sql.lit(owner.key)}`.as('value'),
    ])
    const last = all.at(-1)
    if (last !== undefined) query = query.where('id', '<', last.id)
    const page = await query.orderBy('id', 'desc').limit(AT_ONCE).execute()
    for (const { id, bytes, value } of page) {
      all.push({ id, bytes: bytes ?? 0, owner: owner.of(value ?? '') })
    }
    if (page.length < AT_ONCE) return all
  }
}

/** @param jobs newest first */
function beyond(jobs: readonly Parked[], { rows, bytes }: Kept): string[] {
  const sums = new Map<string, { rows: number; bytes: number }>()
  const shared = jobs.map((job) => {
    const sum = sums.get(job.owner) ?? { rows: 0, bytes: 0 }
    sums.set(job.owner, sum)
    sum.rows += 1
    sum.bytes += job.bytes
    // of the limits, that its owner takes with it and with newer ones
    return { ...job, share: Math.max(sum.rows / rows, sum.bytes / bytes) }
  })
  const left = { rows, bytes }
  const tooMany: string[] = []
  const losers = new Set<string>()
  for (const job of shared.sort((a, b) => a.share - b.share)) {
    const fits = left.rows > 0 && job.bytes <= left.bytes
    if (fits && !losers.has(job.owner)) {
      left.rows -= 1
      left.bytes -= job.bytes
    } else {
      losers.add(job.owner)
      tooMany.push(job.id)
    }
  }
  return tooMany
}

function parked(db: Db, kinds: readonly string[]) {
  return db.selectFrom('job').where('parked_at', 'is not', null).where('kind', 'in', kinds)
}

/** Processes of versions before did not forget the senders of activities that they parked. */
export async function forgetSendersOfParked(app: App): Promise<void> {
  const forget = (db: Db) =>
    db
      .updateTable('job')
      .set({ from_domain: null, from_actor: null })
      .where('parked_at', 'is not', null)
      .where('from_domain', 'is not', null)
      .execute()
  await app.transact((tx) => forget(tx.db))
}
