import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'

/** Steps of setting the server up that no setting shows; times are ms since 1970. */
export interface SetupMarks {
  /** the last test mail that a mail server accepted, and the host of that server */
  mail: { at: number; host: string } | null
  /** the last archive that `rookery backup` wrote */
  backup: { at: number } | null
  /** steps that the staff does not want to see */
  hidden: readonly string[]
}

const NONE: SetupMarks = { mail: null, backup: null, hidden: [] }

/** Names of the rows of `setting`. */
const rowOf = (mark: string) => `setup.${mark}`

export async function loadSetupMarks(db: Db): Promise<SetupMarks> {
  const names = Object.keys(NONE).map(rowOf)
  const rows = await db.selectFrom('setting').selectAll().where('name', 'in', names).execute()
  const known = rows.map(({ name, value }) => [name.replace('setup.', ''), value])
  return { ...NONE, ...Object.fromEntries(known) }
}

export async function saveSetupMark<Name extends keyof SetupMarks>(
  tx: Tx,
  mark: Name,
  value: SetupMarks[Name],
): Promise<void> {
  const text = JSON.stringify(value)
  await tx.db
    .insertInto('setting')
    .values({ name: rowOf(mark), value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute()
}
