import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryConfig, QueryResult } from 'pg'
import type { Db, Replica } from '../database.ts'
import type { Send, Shared } from './connection.ts'
import { codeOf } from './errors.ts'
import { type ConnectionOptions, type Connections, openConnections } from './pool.ts'
import { read, readingOver } from './reading.ts'
import { watchReplica } from './replica-watch.ts'

/** ms to connect, and to wait for a connection: the primary answers too */
const PATIENCE = 1_000

/** A visitor's request. It begins at the replica; once it has read the primary, it stays there. */
interface Visit {
  fromReplica: boolean
}

export interface ReplicaOptions {
  url: string
  /** ms */
  maxLag: number
  /** of the primary, with the sizes and limits that those of the replica get too */
  primary: { usual: Connections; slow: Connections }
  tell(line: string, isGood: boolean): void
}

export interface OpenReplica extends Replica, AsyncDisposable {
  readonly slowDb: Db
  /** what the running request reads from now on comes from the primary, as it has written there */
  leave(): void
}

/** @throws StartError if the address leads to something else than a replica of this database */
export async function openReplica(options: ReplicaOptions, shared: Shared): Promise<OpenReplica> {
  const { url, maxLag, primary, tell } = options
  const open = ({ max, deadline, plansOnce }: Omit<ConnectionOptions, 'patience'>) =>
    openConnections(url, { max, deadline, plansOnce, patience: PATIENCE })
  const [usual, slow] = [open(primary.usual), open(primary.slow)]
  const watching = open({ max: 2, deadline: PATIENCE, plansOnce: true })
  const replica = { watching, reading: [usual, slow] }
  const close = () => Promise.all([usual, slow].map((each) => each[Symbol.asyncDispose]()))
  const watch = await watchReplica({ primary: primary.usual, replica, maxLag, tell }).catch(
    async (error) => {
      await Promise.all([close(), watching[Symbol.asyncDispose]()])
      throw error
    },
  )
  const visits = new AsyncLocalStorage<Visit>()
  const leave = () => {
    const visit = visits.getStore()
    if (visit !== undefined) visit.fromReplica = false
  }
  const mayLag = (): boolean => {
    if (visits.getStore()?.fromReplica !== true) return false
    if (watch.isUsed) return true
    leave()
    return false
  }
  /** A query that fails on the replica is sent to the primary. */
  const sending = (
    isChosen: () => boolean | Promise<boolean>,
    from: Connections,
    otherwise: Connections,
  ): Send => {
    return async (query: QueryConfig): Promise<QueryResult> => {
      if (await isChosen()) {
        try {
          return await read(from, shared.names, query)
        } catch (error) {
          if (isTooSlow(error)) throw error
          leave()
          watch.look()
        }
      }
      return read(otherwise, shared.names, query)
    }
  }
  const isVisit = () => visits.getStore() !== undefined
  const maySlow = () => (isVisit() ? mayLag() : watch.isCaughtUp())
  return {
    db: readingOver(sending(mayLag, usual, primary.usual), shared),
    slowDb: readingOver(sending(maySlow, slow, primary.slow), shared),
    asVisitor: (work) => visits.run({ fromReplica: true }, work),
    catchUp: () => watch.catchUp(),
    leave,
    state: () => watch.state(),
    async [Symbol.asyncDispose]() {
      await watch[Symbol.asyncDispose]()
      await close()
    },
  }
}

const CANCELED = '57014'

/** Whether a query took longer than it may, and so would on the primary; recovery cancels queries for reasons of its own. */
function isTooSlow(error: unknown): boolean {
  return codeOf(error) === CANCELED && !/recovery/.test((error as Error).message)
}
