import { signingKey } from './accounts/keys.ts'
import { findAccountByName } from './accounts/queries.ts'
import { fetchKey, findActor, findKey, resolveActor } from './accounts/remote/directory.ts'
import type { ActorDirectory } from './activitypub/actors.ts'
import { instanceSigningKey } from './activitypub/instance-keys.ts'
import { domainPolicy, federatesWith } from './instance/domain-policy.ts'
import {
  synchronizationHeader,
  synchronizeFollowers,
} from './relationships/federation/synchronization.ts'

/** What the protocol asks of accounts and of what the operator decided. */
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
