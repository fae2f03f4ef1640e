import { readSurface } from '../../../conformance/spec/surface.ts'
import { accountId, type Layout, PEOPLE, type Size, tagId } from './layout.ts'

/** A list as somebody asks for it. */
export interface ListRequest {
  operation: string
  /** with its query */
  path: string
  asks: 'viewer' | 'nobody'
}

/** A server that describes its own API. */
interface Described {
  anonymous: { get(path: string): Promise<{ json(): { paths: Paths } }> }
}

type Paths = Record<string, { get?: { parameters?: Declared[] } } | undefined>

/** Lists of a thread, and what is no list of rows: of a browser, a text, or asked of other servers. */
const NOT_WALKED = new Set(['GET /api/rookery/v1/browser_accounts'])

const LISTS = ['Context', 'Search', 'GroupedNotificationsResults', 'DeliveryReport']

/** Values that each filter is given, one after the other; a filter that is not here fails the walk. */
function valuesOf(layout: Layout): Record<string, string[]> {
  const [common, rare] = [accountId(layout.writer), accountId(PEOPLE.hermit)]
  const yes = ['true']
  return {
    'any[]': ['rare', 'tag5'],
    'all[]': ['rare', 'tag5'],
    'none[]': ['rare', 'tag5'],
    'id[]': [common],
    'types[]': ['poll', 'follow', 'mention'],
    'exclude_types[]': ['mention', 'follow'],
    'supported_types[]': ['mention'],
    'grouped_types[]': ['favourite'],
    'role_ids[]': ['1'],
    tagged: ['popular', 'rare'],
    q: [
      'fox',
      'has:media',
      'has:poll',
      'is:reply fox',
      'language:eo',
      'in:library',
      'person',
      'tag',
    ],
    type: ['statuses', 'accounts', 'hashtags'],
    order: ['new', 'active'],
    url: ['https://none.example/'],
    account_id: [common, rare],
    target_account_id: [common],
    assigned_account_id: [common, rare],
    action: ['silence', 'none'],
    target_type: ['account', 'none'],
    target_id: [rare],
    expand_accounts: ['full'],
    username: ['person9', 'none'],
    display_name: ['person', 'none'],
    by_domain: ['s5.example'],
    email: ['person9@example.org'],
    ip: ['192.0.2.1'],
    origin: ['local', 'remote'],
    status: ['active', 'pending', 'disabled', 'silenced', 'suspended'],
    permissions: ['staff'],
    invited_by: [accountId(0)],
    state: ['waiting'],
    kind: ['none.1', 'none'],
    host: ['none.example'],
    rule_id: ['1'],
    domain: ['s5'],
    shortcode: ['none'],
    category: ['none', 'spam'],
    availability: ['failing'],
    limited: ['suspend'],
    ...Object.fromEntries(
      [
        'local',
        'remote',
        'active',
        'pending',
        'disabled',
        'sensitized',
        'silenced',
        'suspended',
        'staff',
      ].map((name) => [name, yes]),
    ),
  }
}

/** Path parameters of lists, one after the other: subjects with many rows, and with few that match. */
function subjectsOf(path: string, { root, statusId, writer }: Layout): string[] {
  const put = (...ids: string[]) => ids.map((id) => path.replace(/:\w+/, id).replace(/:\w+/g, '0'))
  if (path.includes('/accounts/:')) {
    const people = [PEOPLE.viewer, PEOPLE.replier, PEOPLE.booster, PEOPLE.hermit, writer]
    return put(...people.map(accountId))
  }
  if (path.includes('username')) return put('person1', 'person2', 'person3')
  if (path.includes('statuses/:') || path.includes('/contexts')) return put(statusId(root))
  if (path.includes('hashtag')) return put('popular', 'rare', 'tag5')
  if (path.startsWith('/tags/')) return put('popular', 'popular.rss', 'rare')
  if (path.includes('lists/:') || path.includes(':list_id')) return put(accountId(PEOPLE.viewer))
  return put(tagId(0))
}

/**
 * Every operation of surface.tsv that answers with a list, with each filter that its schema declares, with pairs of
 * them and from other places than its top.
 */
export async function listRequests(server: Described, size: Size, layout: Layout) {
  const described = (await server.anonymous.get('/api/openapi.json')).json().paths
  const values = valuesOf(layout)
  const requests: ListRequest[] = []
  for (const { operation, method, path, pagination, success, auth } of await readSurface()) {
    const isList =
      pagination !== 'none' || success.includes('[]') || LISTS.includes(success.slice(4))
    if (method !== 'GET' || !isList || NOT_WALKED.has(operation)) continue
    const declared = described[path.replace(/:(\w+)/g, '{$1}')]?.get?.parameters ?? []
    const filters = filtersOf(operation, declared, values)
    const queries = [...combined(filters), ...cursors(pagination, layout, size)]
    for (const at of subjectsOf(path, layout)) {
      for (const query of queries) {
        const full = `${at}?${query}`
        requests.push({ operation, path: full, asks: 'viewer' })
        if (auth === 'none') requests.push({ operation, path: full, asks: 'nobody' })
      }
    }
  }
  return requests
}

interface Declared {
  in: string
  name: string
  schema: { type?: string }
}

const CURSORS = ['max_id', 'min_id', 'since_id', 'limit', 'offset']

/** Each filter as the pairs of a query that it comes to. */
function filtersOf(
  operation: string,
  declared: readonly Declared[],
  values: Record<string, string[]>,
): string[][] {
  return declared
    .filter((one) => one.in === 'query' && !CURSORS.includes(one.name))
    .map(({ name, schema }) => {
      const given = values[name] ?? (schema.type === 'boolean' ? ['true'] : undefined)
      if (given === undefined)
        throw new Error(`${operation} has a filter ${name}: requests.ts gives it no value`)
      return given.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    })
}

/** None, each alone, and each with the first value of each other one. */
function combined(filters: readonly string[][]): string[] {
  const pairs = filters.flatMap((one, at) =>
    filters.slice(at + 1).flatMap((other) => one.map((value) => `${value}&${other[0]}`)),
  )
  return ['', ...filters.flat(), ...pairs]
}

function cursors(pagination: string, { statusId }: Layout, { statuses }: Size): string[] {
  if (pagination.includes('offset')) return ['offset=2000']
  const ids = ['max_id', 'min_id', 'since_id'].filter((name) => pagination.includes(name))
  return ids.map((name) => `${name}=${statusId(Math.floor(statuses / 3))}`)
}
