import type { Tx } from '../../../kernel/core/tx.ts'
import type { ImportRow } from './queries.ts'

/** The action of an import type on the account or domain in a row. */
export interface Action {
  /** doing it again only changes the choices in the row */
  add(tx: Tx, accountId: string, targetId: string, data: ImportRow['data']): Promise<unknown>
  /** as the owner would */
  remove(tx: Tx, accountId: string, targetId: string): Promise<unknown>
}
