import type { Selectable } from 'kysely'
import { HOUR } from '../../kernel/base/durations.ts'
import { NotFound, ValidationFailed } from '../../kernel/base/errors.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { JobHandlers } from '../../kernel/jobs/handlers.ts'
import { readNetwork } from './cidr.ts'
import { createIpBlocks } from './ip-blocks.ts'
import type { IpBlockTable } from './tables.ts'

export type IpBlock = Selectable<IpBlockTable>

/** Missing members stay unchanged; a blank or null `expires_in` means no expiry. */
export interface IpBlockInput {
  ip?: string | undefined
  severity?: IpBlock['severity'] | undefined
  comment?: string | undefined
  /** seconds from now */
  expires_in?: number | null | undefined
}

/** seconds of 100 years; later dates are hard to write */
const LONGEST = 3_155_760_000

/**
 * Blocks an IP address or network (S-188).
 *
 * @param by IP address of the staff member, who must not be locked out
 * @throws ValidationFailed if something is missing or invalid, or the network is blocked already
 */
export async function blockIp(tx: Tx, input: IpBlockInput, by: string): Promise<IpBlock> {
  if (input.severity === undefined) throw new ValidationFailed("Severity can't be blank")
  const block = {
    ip: readIp(input.ip ?? ''),
    severity: input.severity,
    comment: input.comment ?? '',
    expires_at: expiryOf(tx, input.expires_in ?? null),
  }
  refuseOwn(tx, block, by)
  const added = await tx.db
    .insertInto('ip_block')
    .values({ id: tx.newId(), ...block, created_at: tx.now })
    .onConflict((conflict) => conflict.column('ip').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (added === undefined) throw new ValidationFailed('IP has already been taken')
  tx.emit({ type: 'settings.changed' })
  return added
}

/**
 * @throws NotFound
 * @throws ValidationFailed as `blockIp` does
 */
export async function changeIpBlock(
  tx: Tx,
  id: string,
  input: IpBlockInput,
  by: string,
): Promise<IpBlock> {
  const { ip, severity, comment, expires_at } = await getIpBlock(tx.db, id)
  const block = {
    ip: input.ip === undefined ? ip : readIp(input.ip),
    severity: input.severity ?? severity,
    comment: input.comment ?? comment,
    expires_at: input.expires_in === undefined ? expires_at : expiryOf(tx, input.expires_in),
  }
  refuseOwn(tx, block, by)
  const other = await tx.db
    .selectFrom('ip_block')
    .select('id')
    .where('ip', '=', block.ip)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other !== undefined) throw new ValidationFailed('IP has already been taken')
  const changed = await tx.db
    .updateTable('ip_block')
    .set(block)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (changed === undefined) throw new NotFound()
  tx.emit({ type: 'settings.changed' })
  return changed
}

/** @throws NotFound */
export async function unblockIp(tx: Tx, id: string): Promise<IpBlock> {
  const row = await tx.db
    .deleteFrom('ip_block')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  tx.emit({ type: 'settings.changed' })
  return row
}

/** @throws NotFound */
export async function getIpBlock(db: Db, id: string): Promise<IpBlock> {
  const row = await db.selectFrom('ip_block').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row
}

function readIp(text: string): string {
  if (text.trim() === '') throw new ValidationFailed("IP can't be blank")
  const network = readNetwork(text)
  if (network === null) throw new ValidationFailed('IP is no address and no network')
  return network
}

function expiryOf({ now }: Tx, seconds: number | null): number | null {
  if (seconds === null) return null
  if (seconds < 1 || seconds > LONGEST) {
    throw new ValidationFailed('Expiry must be a number of seconds from now')
  }
  return now + seconds * 1000
}

function refuseOwn(tx: Tx, block: Omit<IpBlock, 'id' | 'created_at'>, by: string): void {
  if (createIpBlocks([block]).severityOf(by, tx.now) === 'no_access') {
    throw new ValidationFailed('IP is where you are: you would lock yourself out')
  }
}

/** Expired blocks have no effect; this only keeps the list short. */
export const jobs: JobHandlers = {
  'ip_blocks.prune': { every: HOUR, run: prune },
}

async function prune(app: App): Promise<void> {
  await app.transact(async (tx) => {
    await tx.db.deleteFrom('ip_block').where('expires_at', '<=', tx.now).execute()
  })
}
