import { type SqlBool, sql } from 'kysely'
import { GIVE_UP } from '../../activitypub/delivery/retry.ts'
import type { Db } from '../../db/database.ts'

/** Which servers are asked for. */
export interface WantedInstances {
  /** part of the domain */
  domain: string
  limited: 'suspend' | 'silence' | 'noop' | 'allowed' | null
  availability: 'failing' | 'unavailable' | null
  limit: number
  offset: number
}

/** Domains that accounts are of or something is decided about, in alphabetical order. */
export async function instanceNames(
  db: Db,
  wanted: WantedInstances,
  now: number,
): Promise<string[]> {
  const { limited, availability } = wanted
  let query = db.selectFrom(known(db).as('known')).select('known.name')
  if (wanted.domain !== '') {
    const pattern = `%${wanted.domain.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(sql<SqlBool>`known.name like ${pattern} escape '\\'`)
  }
  if (limited === 'allowed') {
    query = query.where('known.name', 'in', db.selectFrom('domain_allow').select('domain'))
  } else if (limited !== null) {
    const blocks = db.selectFrom('domain_block').where('severity', '=', limited)
    query = query.where('known.name', 'in', blocks.select('domain'))
  }
  if (availability !== null) {
    query = query.where('known.name', 'in', namesOfFailing(db, availability, now))
  }
  const rows = await query.orderBy('known.name').limit(wanted.limit).offset(wanted.offset).execute()
  return rows.map(({ name }) => name)
}

/** Whether something is known of a server. */
export async function isKnown(db: Db, domain: string): Promise<boolean> {
  const row = await db
    .selectFrom(known(db).as('known'))
    .select('known.name')
    .where('known.name', '=', domain)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function known(db: Db) {
  return db
    .selectFrom('account')
    .where('domain', 'is not', null)
    .where('deleted_at', 'is', null)
    .select(sql<string>`domain`.as('name'))
    .union(db.selectFrom('domain_block').select('domain as name'))
    .union(db.selectFrom('domain_allow').select('domain as name'))
}

/** Hosts that do not answer, and the domains of the accounts there. */
function namesOfFailing(db: Db, state: 'failing' | 'unavailable', now: number) {
  const failing = db
    .selectFrom('peer_host')
    .where('failures', '>', 0)
    .where('failing_since', state === 'failing' ? '>' : '<=', now - GIVE_UP)
  return failing
    .select('peer_host.host as name')
    .union(
      failing
        .innerJoin('remote_actor', 'remote_actor.host', 'peer_host.host')
        .innerJoin('account', 'account.id', 'remote_actor.account_id')
        .select(sql<string>`account.domain`.as('name')),
    )
}
