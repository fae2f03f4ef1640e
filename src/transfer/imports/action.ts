import type { Tx } from '../../transact.ts'
import type { ImportRow } from './queries.ts'

/** What an import of some type does with what a row names. */
export interface Action {
  /** doing it again changes nothing but the choices of the row */
  add(tx: Tx, accountId: string, targetId: string, data: ImportRow['data']): Promise<unknown>
  /** as its owner would */
  remove(tx: Tx, accountId: string, targetId: string): Promise<unknown>
}
