import type { Tx } from '../../kernel/core/tx.ts'
import type { Db } from '../../kernel/db/database.ts'

/** Facts about the server that no setting shows, each a row of `setting` named `GROUP.NAME`. */
export interface MarkGroup<Marks extends object> {
  load(db: Db): Promise<Marks>
  save<Name extends keyof Marks & string>(tx: Tx, name: Name, value: Marks[Name]): Promise<void>
}

/** @param none the values of marks that were never saved */
export function markGroup<Marks extends object>(group: string, none: Marks): MarkGroup<Marks> {
  const rowOf = (name: string) => `${group}.${name}`
  return {
    async load(db) {
      const names = Object.keys(none).map(rowOf)
      const rows = await db.selectFrom('setting').selectAll().where('name', 'in', names).execute()
      const known = rows.map(({ name, value }) => [name.slice(group.length + 1), value])
      return { ...none, ...Object.fromEntries(known) }
    },
    async save(tx, name, value) {
      const text = JSON.stringify(value)
      await tx.db
        .insertInto('setting')
        .values({ name: rowOf(name), value: text })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
        .execute()
    },
  }
}
