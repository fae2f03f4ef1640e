import { countFetched } from '../../src/features/accounts/remote/domain-hosts.ts'
import { readActor } from '../../src/features/accounts/remote/read-actor.ts'
import { saveActor } from '../../src/features/accounts/remote/save-actor.ts'
import { automodRules } from '../../src/features/automod/rules.ts'
import { domainPolicy } from '../../src/features/instance/domain-policy.ts'
import type { Document } from '../../src/kernel/activitypub/as2.ts'
import type { ProvedDocument } from '../../src/kernel/activitypub/proved-document.ts'
import type { App } from '../../src/kernel/core/app.ts'
import type { Tx } from '../../src/kernel/core/tx.ts'
import { indexAccount } from '../../src/kernel/db/search/accounts.ts'

interface RemoteAccount {
  username: string
  domain: string
  host?: string
  displayName?: string
  followers?: number
}

/** Puts in an account of another server, as if it had been fetched. @returns its id */
export async function insertRemoteAccount(app: App, account: RemoteAccount): Promise<string> {
  const [id] = await insertRemoteAccounts(app, [account])
  return id!
}

/** what SQLite takes in one statement */
const AT_ONCE = 500

/** The same for many. @returns their ids */
export async function insertRemoteAccounts(
  app: App,
  accounts: readonly RemoteAccount[],
): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < accounts.length; at += AT_ONCE) {
    const some = accounts.slice(at, at + AT_ONCE)
    ids.push(...(await app.transact((tx) => addRemoteAccounts(tx, some))))
  }
  return ids
}

/** The same in a transaction, for at most 500. */
export async function addRemoteAccounts(
  tx: Tx,
  accounts: readonly RemoteAccount[],
): Promise<string[]> {
  const made = accounts.map((account) => ({ id: tx.newId(), ...rowsOf(account, tx.now) }))
  const withId = made.map(({ id, account }) => ({ id, ...account }))
  await tx.db.insertInto('account').values(withId).execute()
  const stats = made.map(({ id, stats }) => ({ account_id: id, ...stats }))
  await tx.db.insertInto('account_stats').values(stats).execute()
  const actors = made.map(({ id, actor }) => ({ account_id: id, ...actor }))
  await tx.db.insertInto('remote_actor').values(actors).execute()
  for (const { account, actor } of made) {
    await countFetched(tx, null, { domain: account.domain, host: actor.host })
  }
  for (const { id } of made) await indexAccount(tx.db, id)
  return made.map(({ id }) => id)
}

function rowsOf(
  { username, domain, host = domain, displayName = '', followers = 0 }: RemoteAccount,
  now: number,
) {
  const uri = `https://${host}/users/${username}`
  const account = {
    username,
    username_lower: username.toLowerCase(),
    domain,
    uri,
    url: uri,
    actor_type: 'Person' as const,
    display_name: displayName,
    search_text: `${username} ${displayName}`.trim().toLowerCase(),
    note: '',
    fields: '[]',
    avatar_key: null,
    avatar_static_key: null,
    avatar_description: '',
    header_key: null,
    header_static_key: null,
    header_description: '',
    locked: false,
    bot: false,
    discoverable: null,
    indexable: false,
    hide_collections: false,
    attribution_domains: '[]',
    moved_to_id: null,
    activated_at: now,
    suspended_at: null,
    silenced_at: null,
    sensitized_at: null,
    deleted_at: null,
    memorial: false,
    created_at: now,
  }
  const stats = {
    followers_count: followers,
    following_count: 0,
    statuses_count: 0,
    last_status_at: null,
  }
  const actor = {
    host,
    inbox_uri: `${uri}/inbox`,
    shared_inbox_uri: `https://${host}/inbox`,
    outbox_uri: `${uri}/outbox`,
    followers_uri: `${uri}/followers`,
    following_uri: `${uri}/following`,
    featured_uri: null,
    featured_tags_uri: null,
    fetched_at: now,
    history_fetched_at: now,
  }
  return { account, stats, actor }
}

interface ReceivedProfile {
  uri: string
  username: string
  name?: string
  /** of its handle, if that is not its host */
  domain?: string
}

/** Stores what the server of an account says of it now. @returns its id */
export async function receiveProfile(
  app: App,
  { uri, username, name = '', domain = new URL(uri).host }: ReceivedProfile,
): Promise<string> {
  const document: Document = { id: uri, type: 'Person', preferredUsername: username, name }
  const profile = readActor({ ...document, inbox: `${uri}/inbox` } as unknown as ProvedDocument)!
  const handle = { username, domain, verified: true }
  const policy = await app.cached.get(domainPolicy)
  const rules = await app.cached.get(automodRules)
  const account = await app.transact((tx) =>
    saveActor(tx, { profile, handle, keys: [], policy, rules }),
  )
  return account!.id
}
