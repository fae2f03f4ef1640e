import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection } from 'kysely'

interface OpenTransaction {
  open: boolean
  readonly connection: DatabaseConnection
}

/** Tracks the transaction that the running code belongs to, per database. */
export interface TransactionScope {
  /** runs `work` in the transaction; code that it left running afterwards may no longer use the connection */
  run<T>(connection: DatabaseConnection, work: () => Promise<T>): Promise<T>
  /** @throws Error inside a transaction */
  refuseInside(what: string): void
  /** @throws Error outside of a transaction, and after its end */
  connection(): DatabaseConnection
}

export function createTransactionScope(): TransactionScope {
  const storage = new AsyncLocalStorage<OpenTransaction>()
  return {
    async run(connection, work) {
      const transaction = { open: true, connection }
      try {
        return await storage.run(transaction, work)
      } finally {
        transaction.open = false
      }
    },
    refuseInside(what) {
      if (storage.getStore()?.open === true) {
        throw new Error(`${what} inside a transaction: use the transaction's own db`)
      }
    },
    connection() {
      const transaction = storage.getStore()
      if (transaction?.open !== true) throw new Error('The transaction is over: await what it runs')
      return transaction.connection
    },
  }
}
