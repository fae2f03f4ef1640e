import { prepared } from '../db/prepared.ts'
import { NotFound } from '../errors.ts'
import { extendJson, isoTime, type JsonText } from '../json.ts'
import { presentRole } from '../roles/present-role.ts'
import { roles } from '../roles/roles.ts'
import {
  forOnePage,
  HEAD_COLUMNS,
  loadAccountFragments,
  loadAccounts,
  presentAccount,
  presentKeptAccount,
  type Rendering,
} from './serializer.ts'
import { userSettings } from './user-settings.ts'

/** Requests are counted up to here: the number is a badge, not a statistic. */
const COUNTED_REQUESTS = 100

const ownRows = prepared((db, p: { id: string }) =>
  db
    .selectFrom('account')
    .innerJoin('account_stats', 'account_stats.account_id', 'account.id')
    .innerJoin('local_user', 'local_user.account_id', 'account.id')
    .where('account.id', '=', p.id)
    .select(HEAD_COLUMNS)
    .select([
      'account.note',
      'account.fields',
      'account.locked',
      'account.discoverable',
      'account.indexable',
      'account.hide_collections',
      'account.attribution_domains',
      'local_user.settings',
      'local_user.role_id',
    ])
    .select((eb) =>
      eb
        .selectFrom('follow_request')
        .where('target_id', '=', p.id)
        .select('id')
        .limit(1)
        .as('some_request_id'),
    ),
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
  const known = app.cached.peek(roles) ?? (await app.cached.get(roles))
  const own = row.moved_to_id === null ? presentKeptAccount(app, row) : undefined
  return extendJson(own ?? (await renderOwn(app, row)), {
    source: presentSource(row, requests?.count ?? 0),
    role: presentRole(known, row.role_id),
  })
}

type OwnRow = Awaited<ReturnType<typeof ownRows>>[number]

async function renderOwn(app: Rendering, row: OwnRow): Promise<JsonText> {
  if (row.moved_to_id !== null) return (await loadAccounts(app, [row.id])).get(row.id)!
  const page = forOnePage(app)
  await loadAccountFragments(page, [row])
  return presentAccount(page, row)
}

function presentSource(row: OwnRow, followRequests: number) {
  const settings = userSettings(row.settings, row.locked)
  return {
    privacy: settings.default_privacy,
    sensitive: settings.default_sensitive,
    language: settings.default_language,
    note: row.note,
    fields: row.fields.map(({ name, value, verified_at }) => ({
      name,
      value,
      verified_at: verified_at === null ? null : isoTime(verified_at),
    })),
    follow_requests_count: followRequests,
    hide_collections: row.hide_collections,
    discoverable: row.discoverable,
    indexable: row.indexable,
    attribution_domains: row.attribution_domains,
    quote_policy: settings.default_quote_policy,
  }
}
