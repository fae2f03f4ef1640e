import { prepared } from '../db/prepared.ts'
import type { UserSettings } from '../db/schema.ts'
import { NotFound } from '../errors.ts'
import { isoTime, type JsonText, toJson } from '../json.ts'
import { presentRole } from '../roles/present-role.ts'
import { type Role, roles } from '../roles/roles.ts'
import { HEAD_COLUMNS, keptAccountMembers, loadAccounts, type Rendering } from './serializer.ts'
import { userSettings } from './user-settings.ts'

/** Requests are counted up to here: the number is a badge, not a statistic. */
const COUNTED_REQUESTS = 100

/** What is read at each call, of the profile only its version. */
const ownRows = prepared((db, p: { id: string }) =>
  db
    .selectFrom('account')
    .innerJoin('account_stats', 'account_stats.account_id', 'account.id')
    .innerJoin('local_user', 'local_user.account_id', 'account.id')
    .where('account.id', '=', p.id)
    .select(HEAD_COLUMNS)
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
 * A user's own account with what only the owner sees.
 *
 * @throws NotFound if the account has no user
 * @see https://docs.joinmastodon.org/entities/Account/#CredentialAccount
 */
export async function renderCredentials(app: Rendering, accountId: string): Promise<JsonText> {
  const [row] = await ownRows(app.db, { id: accountId })
  if (row === undefined) throw new NotFound()
  // counting is the dearest part, and for nearly everybody nobody waits
  const [requests] =
    row.some_request_id === null ? [] : await requestCounts(app.db, { id: accountId })
  const { id, version, settings, role_id } = row
  const knownRoles = app.cached.peek(roles) ?? (await app.cached.get(roles))
  const madeFrom = { id, version, settings, role_id, knownRoles }
  const own = app.fragments.getMade(madeFrom, looksTheSame) ?? (await makeOwn(app, madeFrom))
  const plain = row.moved_to_id === null ? keptAccountMembers(app, row) : undefined
  const account = plain ?? (await accountMembers(app, id))
  return `${account}${own},"follow_requests_count":${requests?.count ?? 0}}}` as JsonText
}

async function accountMembers(app: Rendering, id: string): Promise<string> {
  const account = (await loadAccounts(app, [id])).get(id)
  if (account === undefined) throw new NotFound()
  return account.slice(0, -1)
}

/** All that the owner's part shows, but for what waits for an answer. */
interface MadeFrom {
  id: string
  /** of the account */
  version: number
  /** JSON */
  settings: string
  role_id: string | null
  /** another map once a role has changed, also while the text is made */
  knownRoles: Map<string, Role>
}

function looksTheSame(one: MadeFrom, other: MadeFrom): boolean {
  return (
    one.version === other.version &&
    one.settings === other.settings &&
    one.role_id === other.role_id &&
    one.knownRoles === other.knownRoles
  )
}

/** `role` and, up to its last member, `source`: the same until the owner or the staff change something. */
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
