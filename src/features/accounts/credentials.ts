import { NotFound } from '../../kernel/base/errors.ts'
import { isoTime, type JsonText, toJson } from '../../kernel/base/json.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { presentRole } from '../roles/present-role.ts'
import { type Role, roles } from '../roles/roles.ts'
import {
  COUNTER_COLUMNS,
  cachedAccountMembers,
  loadAccounts,
  type Rendering,
} from './serializer.ts'
import type { UserSettings } from './tables.ts'
import { userSettings } from './user-settings.ts'

/** Follow requests are counted up to this number: it is a badge, not a statistic. */
const COUNTED_REQUESTS = 100

/** Read at each request; of the profile only its version. */
const ownRows = prepared((db, p: { id: string }) =>
  db
    .selectFrom('account')
    .innerJoin('account_stats', 'account_stats.account_id', 'account.id')
    .innerJoin('local_user', 'local_user.account_id', 'account.id')
    .where('account.id', '=', p.id)
    .select(COUNTER_COLUMNS)
    .select((eb) => [
      eb.cast<string>('local_user.settings', 'text').as('settings'),
      'local_user.role_id',
      eb
        .selectFrom('follow_request')
        .where('target_id', '=', p.id)
        .select('id')
        .limit(1)
        .as('some_request_id'),
    ]),
)

const profiles = prepared((db, p: { id: string }) =>
  db
    .selectFrom('account')
    .where('id', '=', p.id)
    .select([
      'note',
      'fields',
      'locked',
      'discoverable',
      'indexable',
      'hide_collections',
      'attribution_domains',
    ]),
)

const requestCounts = prepared((db, p: { id: string }) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('follow_request')
        .where('target_id', '=', p.id)
        .select('id')
        .limit(COUNTED_REQUESTS)
        .as('waiting'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

/**
 * A user's own account with the members that only the owner sees.
 *
 * @throws NotFound if the account has no user
 * @see https://docs.joinmastodon.org/entities/Account/#CredentialAccount
 */
export async function renderCredentials(app: Rendering, accountId: string): Promise<JsonText> {
  const [row] = await ownRows(app.db, { id: accountId })
  if (row === undefined) throw new NotFound()
  // the count is the most expensive part, and almost no account has follow requests
  const [requests] =
    row.some_request_id === null ? [] : await requestCounts(app.db, { id: accountId })
  const { id, version, settings, role_id } = row
  const knownRoles = app.cached.peek(roles) ?? (await app.cached.get(roles))
  const madeFrom = { id, version, settings, role_id, knownRoles }
  const own = app.fragments.getMade(madeFrom, rendersAlike) ?? (await makeOwn(app, madeFrom))
  const plain = row.moved_to_id === null ? cachedAccountMembers(app, row) : undefined
  const account = plain ?? (await accountMembers(app, id))
  return `${account}${own},"follow_requests_count":${requests?.count ?? 0}}}` as JsonText
}

async function accountMembers(app: Rendering, id: string): Promise<string> {
  const account = (await loadAccounts(app, [id])).get(id)
  if (account === undefined) throw new NotFound()
  return account.slice(0, -1)
}

/** Everything that the owner's part depends on, except the follow requests. */
interface MadeFrom {
  id: string
  /** of the account */
  version: number
  /** JSON */
  settings: string
  role_id: string | null
  /** replaced by another map when a role changes, also during rendering */
  knownRoles: Map<string, Role>
}

function rendersAlike(one: MadeFrom, other: MadeFrom): boolean {
  return (
    one.version === other.version &&
    one.settings === other.settings &&
    one.role_id === other.role_id &&
    one.knownRoles === other.knownRoles
  )
}

/**
 * `role` and `source`, without the last member of `source`: unchanged until the owner or staff
 * change something.
 */
async function makeOwn(app: Rendering, madeFrom: MadeFrom): Promise<JsonText> {
  const [profile] = await profiles(app.db, { id: madeFrom.id })
  if (profile === undefined) throw new NotFound()
  const role = toJson(presentRole(madeFrom.knownRoles, madeFrom.role_id))
  const source = toJson(presentSource(profile, JSON.parse(madeFrom.settings)))
  const text = `,"role":${role},"source":${source.slice(0, -1)}` as JsonText
  app.fragments.setMade(madeFrom, text)
  return text
}

type Profile = Awaited<ReturnType<typeof profiles>>[number]

function presentSource(profile: Profile, chosen: Partial<UserSettings>) {
  const settings = userSettings(chosen, profile.locked)
  return {
    privacy: settings.default_privacy,
    sensitive: settings.default_sensitive,
    language: settings.default_language,
    note: profile.note,
    fields: profile.fields.map(({ name, value, verified_at }) => ({
      name,
      value,
      verified_at: verified_at === null ? null : isoTime(verified_at),
    })),
    hide_collections: profile.hide_collections,
    discoverable: profile.discoverable,
    indexable: profile.indexable,
    attribution_domains: profile.attribution_domains,
    quote_policy: settings.default_quote_policy,
  }
}
