import { signingKey } from '../features/accounts/keys.ts'
import { findAccountByName } from '../features/accounts/queries.ts'
import {
  fetchKey,
  findActor,
  findKey,
  resolveActor,
} from '../features/accounts/remote/directory.ts'
import { domainPolicy, federatesWith } from '../features/instance/domain-policy.ts'
import {
  synchronizationHeader,
  synchronizeFollowers,
} from '../features/relationships/federation/synchronization.ts'
import type { ActorDirectory } from '../kernel/activitypub/actor-directory.ts'
import { instanceSigningKey } from '../kernel/activitypub/instance-keys.ts'

/** The account functions and operator decisions that the protocol needs. */
export const actors: ActorDirectory = {
  findKey,
  fetchKey,
  findActor,
  async hasInbox(app, username) {
    const account = await findAccountByName(app.db, username.toLowerCase(), null)
    return account !== null && account.activated_at !== null
  },
  resolveActor,
  async signingKey(app, accountId, algorithm) {
    if (accountId === null) return instanceSigningKey(app, algorithm)
    return signingKey(app, accountId, algorithm)
  },
  async federatesWith(app, host) {
    return federatesWith(app.config, await app.cached.get(domainPolicy), host)
  },
  synchronizationHeader,
  synchronizeFollowers,
}
