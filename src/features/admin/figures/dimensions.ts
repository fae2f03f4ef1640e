import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../kernel/core/app.ts'
import { databaseBytes, databaseSoftware } from '../../../kernel/db/database-size.ts'
import type { DaySpan } from '../../identity/active-days.ts'
import { SOFTWARE } from '../../instance/software.ts'
import { domainIs, within } from './counts.ts'
import type { Subject } from './measures.ts'
import { bytesText } from './units.ts'

/** https://docs.joinmastodon.org/entities/Admin_Dimension/#data ; numbers are strings (S-213) */
export interface DimensionItem {
  key: string
  human_key: string
  value: string
  unit?: string
  human_value?: string
}

interface Asked {
  app: Pick<App, 'slowDb' | 'config'>
  span: DaySpan
  subject: Subject
  limit: number
}

interface Dimension {
  /** the required parameter */
  of?: 'id' | 'domain'
  /** does not depend on the span */
  undated?: true
  load(asked: Asked): Promise<DimensionItem[]>
}

/**
 * Counts by a key, largest first.
 * @param query selects `key` and `value`; grouping and order are appended
 */
async function ranked(
  { app, limit }: Asked,
  query: RawBuilder<unknown>,
  nameOf: (key: string | null) => { key: string; human_key: string },
): Promise<DimensionItem[]> {
  const { rows } = await sql<{ key: string | null; value: number | string }>`
    ${query} group by 1 order by 2 desc, 1 limit ${limit}`.execute(app.slowDb)
  return rows.map(({ key, value }) => ({ ...nameOf(key), value: String(value) }))
}

const STATUS_TIMES = { at: sql.ref<number>('status.created_at'), id: sql.ref<string>('status.id') }

const serverName =
  ({ config }: Asked['app']) =>
  (domain: string | null) => ({
    key: domain ?? config.handleDomain,
    human_key: domain ?? config.handleDomain,
  })

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

function languageName(language: string | null): { key: string; human_key: string } {
  const key = language ?? 'und'
  if (language === null) return { key, human_key: 'Unknown' }
  try {
    return { key, human_key: names.of(key) ?? key }
  } catch {
    return { key, human_key: key }
  }
}

const underTag = ({ id }: Subject) => sql`
  from status_tag join status on status.id = status_tag.status_id
  join account on account.id = status.account_id
  where status_tag.tag_id = ${id} and status.deleted_at is null`

/** By key, as Mastodon names them (S-213). */
const DIMENSIONS: Readonly<Record<string, Dimension>> = {
  /** languages chosen by active users */
  languages: {
    load: (asked) =>
      ranked(
        asked,
        sql`select locale as key, count(*) as value from local_user
          where last_active_day >= ${asked.span.from}`,
        languageName,
      ),
  },
  /** applications by which users signed up */
  sources: {
    load: (asked) =>
      ranked(
        asked,
        sql`select application.name as key, count(*) as value from local_user
          left join application on application.id = local_user.application_id
          where ${within({ at: sql.ref('local_user.created_at') }, asked.span)}`,
        (name) => ({ key: name ?? 'web', human_key: name ?? 'Website' }),
      ),
  },
  /** servers by number of statuses */
  servers: {
    load: (asked) =>
      ranked(
        asked,
        sql`select account.domain as key, count(*) as value
          from status join account on account.id = status.account_id
          where status.deleted_at is null and ${within(STATUS_TIMES, asked.span)}`,
        serverName(asked.app),
      ),
  },
  space_usage: { undated: true, load: spaceUsage },
  software_versions: { undated: true, load: softwareVersions },
  tag_servers: {
    of: 'id',
    load: (asked) =>
      ranked(
        asked,
        sql`select account.domain as key, count(*) as value ${underTag(asked.subject)}
          and ${within(STATUS_TIMES, asked.span)}`,
        serverName(asked.app),
      ),
  },
  tag_languages: {
    of: 'id',
    load: (asked) =>
      ranked(
        asked,
        sql`select status.language as key, count(*) as value ${underTag(asked.subject)}
          and ${within(STATUS_TIMES, asked.span)}`,
        languageName,
      ),
  },
  /** accounts of a server that local accounts follow */
  instance_accounts: {
    of: 'domain',
    undated: true,
    load: (asked) =>
      ranked(
        asked,
        sql`select account.username as key, count(follow.id) as value
          from account left join follow on follow.target_id = account.id
          where ${domainIs(sql.ref('account.domain'), asked.subject)}`,
        (username) => ({ key: username ?? '', human_key: username ?? '' }),
      ),
  },
  instance_languages: {
    of: 'domain',
    load: (asked) =>
      ranked(
        asked,
        sql`select status.language as key, count(*) as value
          from status join account on account.id = status.account_id
          where ${domainIs(sql.ref('account.domain'), asked.subject)}
          and status.deleted_at is null and ${within(STATUS_TIMES, asked.span)}`,
        languageName,
      ),
  },
}

export const DIMENSION_SUBJECTS: Readonly<Record<string, 'id' | 'domain' | undefined>> =
  Object.fromEntries(Object.entries(DIMENSIONS).map(([key, { of }]) => [key, of]))

/** a span without days */
const NO_SPAN: DaySpan = { from: 0, to: -1 }

/**
 * The items of a dimension in a span of days; without a span, only of dimensions that need none.
 * Null if there is no such dimension.
 */
export async function dimension(
  key: string,
  { span, ...asked }: Omit<Asked, 'span'> & { span: DaySpan | null },
) {
  const known = Object.hasOwn(DIMENSIONS, key) ? DIMENSIONS[key] : undefined
  if (known === undefined) return null
  if (span === null && known.undated !== true) return { key, data: [] }
  return { key, data: await known.load({ ...asked, span: span ?? NO_SPAN }) }
}

async function spaceUsage({ app: { slowDb } }: Asked): Promise<DimensionItem[]> {
  const { name } = await databaseSoftware(slowDb)
  const { rows } = await sql<Record<'local' | 'cached', number | string | null>>`
    select (select sum(size) from media_attachment where remote_url is null) as local,
      (select sum(bytes) from media_cache) as cached`.execute(slowDb)
  const sized = (key: string, human_key: string, bytes: number) => ({
    key,
    human_key,
    value: String(bytes),
    unit: 'bytes',
    human_value: bytesText(bytes),
  })
  return [
    sized(name.toLowerCase(), name, await databaseBytes(slowDb)),
    sized('media', 'Media of people here', Number(rows[0]?.local ?? 0)),
    sized('media_cache', 'Media of other servers', Number(rows[0]?.cached ?? 0)),
  ]
}

async function softwareVersions({ app: { slowDb } }: Asked): Promise<DimensionItem[]> {
  const database = await databaseSoftware(slowDb)
  const versions: [name: string, version: string][] = [
    ['Rookery', SOFTWARE.version],
    ['Node.js', process.versions.node],
    [database.name, database.version],
  ]
  return versions.map(([name, version]) => ({
    key: name.toLowerCase().replace(/\W/g, ''),
    human_key: name,
    value: version,
    human_value: version,
  }))
}
