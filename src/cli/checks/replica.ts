import { setTimeout as delay } from 'node:timers/promises'
import { judgeReplica } from '../../features/health/database.ts'
import { fail, reasonOf } from '../../features/health/finding.ts'
import { hostOfPostgres } from '../../kernel/base/postgres-address.ts'
import type { Replica, ReplicaState } from '../../kernel/db/database.ts'
import { openDatabase } from '../../kernel/db/open.ts'
import type { Check } from './check.ts'

/** ms that the replica has to catch up with a position of the primary */
const PATIENCE = 3_000
const PAUSE = 100

/** Checks that the replica follows this database, and how far it is behind. */
export const checkReplica: Check = async (config) => {
  const { replicaUrl } = config.postgres
  if (replicaUrl === null) return []
  const host = hostOfPostgres(replicaUrl)
  try {
    await using database = await openDatabase(config)
    return [judgeReplica(host, await settled(database.replica!))]
  } catch (error) {
    return [fail(reasonOf(error), 'Correct DATABASE_REPLICA_URL, or unset it')]
  }
}

/** On a busy primary it takes a moment until the replica reaches a known position. */
async function settled(replica: Replica): Promise<ReplicaState> {
  for (let waited = 0; ; waited += PAUSE) {
    const state = replica.state()
    if (state.isUsed || state.fault !== null || waited >= PATIENCE) return state
    await delay(PAUSE)
  }
}
