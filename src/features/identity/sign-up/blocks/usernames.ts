import type { Selectable } from 'kysely'
import { NotFound, ValidationFailed } from '../../../../kernel/base/errors.ts'
import type { CachedValue } from '../../../../kernel/core/app.ts'
import type { Tx } from '../../../../kernel/core/tx.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { MAX_USERNAME_LENGTH } from '../../../../kernel/text/username.ts'
import type { UsernameBlockTable } from '../../tables.ts'

export type UsernameBlock = Selectable<UsernameBlockTable>

export interface UsernameBlockInput {
  username: string
  comparison: 'equals' | 'contains'
  allowWithApproval: boolean
}

/** Digits that count as letters. @see Mastodon's app/models/username_block.rb */
const HOMOGLYPHS: Record<string, string> = {
  0: 'o',
  1: 'i',
  2: 'z',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
}

function normalize(username: string): string {
  return username.toLowerCase().replace(/\d/g, (digit) => HOMOGLYPHS[digit] ?? digit)
}

const MOST_BLOCKS = 2_000

/**
 * Blocks sign-ups with a username, or with every username that contains it.
 * @throws ValidationFailed if no username can contain it, or it is blocked already
 */
export async function blockUsername(tx: Tx, input: UsernameBlockInput): Promise<UsernameBlock> {
  const username = input.username.trim()
  if (username === '') throw new ValidationFailed("Username can't be blank")
  if (!/^\w+$/.test(username) || username.length > MAX_USERNAME_LENGTH) {
    throw new ValidationFailed('Username can be no part of a name')
  }
  const { many } = await tx.db
    .selectFrom('username_block')
    .select((eb) => eb.fn.countAll<number>().as('many'))
    .executeTakeFirstOrThrow()
  if (many >= MOST_BLOCKS) throw new ValidationFailed(`There are ${MOST_BLOCKS} already`)
  const added = await tx.db
    .insertInto('username_block')
    .values({
      id: tx.newId(),
      username,
      normalized_username: normalize(username),
      exact: input.comparison === 'equals',
      allow_with_approval: input.allowWithApproval,
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (added === undefined) throw new ValidationFailed('Username has already been taken')
  tx.emit({ type: 'settings.changed' })
  return added
}

/** @throws NotFound */
export async function unblockUsername(tx: Tx, id: string): Promise<UsernameBlock> {
  const row = await tx.db
    .deleteFrom('username_block')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  tx.emit({ type: 'settings.changed' })
  return row
}

/** The verdict on a username: available, needs approval by staff, or unavailable. */
export type NameVerdict = 'free' | 'approval' | 'blocked'

/** `(await app.cached.get(usernameBlocks))(name)` */
export const usernameBlocks: CachedValue<(username: string) => NameVerdict> = {
  name: 'username blocks',
  async load(db: Db) {
    const rows = await db.selectFrom('username_block').selectAll().execute()
    return (username) => {
      const name = normalize(username)
      const found = rows.filter(({ exact, normalized_username: blocked }) =>
        exact ? name === blocked : name.includes(blocked),
      )
      if (found.length === 0) return 'free'
      return found.every((row) => row.allow_with_approval) ? 'approval' : 'blocked'
    }
  },
}
