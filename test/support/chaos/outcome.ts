import type { Peer } from '../peer.ts'
import type { PostgresCluster } from '../postgres-cluster.ts'
import type { Acknowledged } from './writers.ts'

/** Writes that are not as they were acknowledged. */
export interface Difference {
  lost: string[]
  doubled: string[]
  /** nobody was told of it */
  unknown: string[]
}

/** Compares all writes in the database with those that were acknowledged. */
export async function compareWrites(
  postgres: PostgresCluster,
  { posts, boosts, favourites, follows }: Acknowledged,
): Promise<Record<string, Difference>> {
  const names = async (text: string) => (await postgres.query<{ name: string }>(text)).map(nameOf)
  const stored = {
    posts: await names(
      `select text || ' ' || id as name from status where reblog_of_id is null and deleted_at is null and local`,
    ),
    boosts: await names(
      `select account_id || ' ' || reblog_of_id || ' ' || id as name from status
        where reblog_of_id is not null and deleted_at is null`,
    ),
    favourites: await names(`select account_id || ' ' || status_id as name from favourite`),
    follows: await names(
      `select account_id || ' ' || target_id as name from
        (select account_id, target_id from follow union all select account_id, target_id from follow_request) as both_kinds
        where account_id in (select account_id from local_user)`,
    ),
  }
  return {
    posts: compare(
      [...posts].map(([text, { id }]) => `${text} ${id}`),
      stored.posts,
    ),
    boosts: compare(
      [...boosts].map(([name, id]) => `${name} ${id}`),
      stored.boosts,
    ),
    favourites: compare([...favourites], stored.favourites),
    follows: compare([...follows], stored.follows),
  }
}

function nameOf({ name }: { name: string }): string {
  return name
}

function compare(acknowledged: readonly string[], stored: readonly string[]): Difference {
  const had = new Set(stored)
  const known = new Set(acknowledged)
  return {
    lost: acknowledged.filter((name) => !had.has(name)),
    doubled: stored.filter((name, at) => stored.indexOf(name) !== at),
    unknown: [...had].filter((name) => !known.has(name)),
  }
}

export const SAME: Difference = { lost: [], doubled: [], unknown: [] }

/** Counters that differ from what they count, and notifications that are there twice. */
export async function wrongCounts(postgres: PostgresCluster): Promise<unknown[]> {
  const accounts = postgres.query(`
    select account.username, stats.* from account_stats as stats join account on account.id = stats.account_id
    where account.domain is null and account.actor_type = 'Person' and (
      statuses_count <> (select count(*) from status where status.account_id = account.id and deleted_at is null)
      or followers_count <> (select count(*) from follow where target_id = account.id)
      or following_count <> (select count(*) from follow where follow.account_id = account.id))`)
  const statuses = postgres.query(`
    select stats.* from status_stats as stats
    where favourites_count <> (select count(*) from favourite where favourite.status_id = stats.status_id)
      or reblogs_count <> (select count(*) from status where reblog_of_id = stats.status_id and deleted_at is null)`)
  const notifications = postgres.query(`
    select account_id, from_account_id, type, status_id, count(*) from notification
    group by account_id, from_account_id, type, status_id having count(*) > 1`)
  return (await Promise.all([accounts, statuses, notifications])).flat()
}

/** Activities that people elsewhere should have got. */
export interface Expected {
  peer: Peer
  type: 'Create' | 'Announce' | 'Follow'
  /** federation ids of what they are about, with the actor's before it where several may do the same */
  about: string[]
}

/** Expected activities that a peer has not got. */
export function missing({ peer, type, about }: Expected): string[] {
  const came = new Set(peer.receivedOf(type).map((activity) => subjectOf(activity)))
  return about.filter((subject) => !came.has(subject))
}

function subjectOf({ actor, object }: { actor: string; object: string | { id: string } }): string {
  return `${actor} ${typeof object === 'string' ? object : object.id}`
}

/** Ids of activities that came to a peer more than once, each as often as it came too much. */
export function repeatedAt(peer: Peer): string[] {
  const seen = new Set<string>()
  return peer.received.flatMap(({ json }) => {
    if (!seen.has(json.id)) {
      seen.add(json.id)
      return []
    }
    return [json.id]
  })
}
