import { BadRequest } from '../../../kernel/base/errors.ts'
import { createLruCache } from '../../../kernel/cache/lru-cache.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { type Static, Type } from '../../../kernel/http/schema.ts'
import type { DaySpan } from '../../identity/active-days.ts'
import { canonicalDomain } from '../../instance/domain-policy.ts'
import { DIMENSION_SUBJECTS, dimension } from './dimensions.ts'
import { MEASURE_SUBJECTS, measure, type Subject } from './measures.ts'
import { retention } from './retention.ts'
import { lengthOf, readOptionalSpan, readSpan } from './span.ts'

const About = Type.Optional(
  Type.Object({
    id: Type.Optional(Type.String({ kind: 'id' })),
    domain: Type.Optional(Type.String()),
    include_subdomains: Type.Optional(Type.Boolean()),
  }),
)

/**
 * The subject of a key is in a member named after the key: `tag_uses[id]`,
 * `instance_accounts[domain]`.
 */
const subjectFields = Object.fromEntries(
  Object.entries({ ...MEASURE_SUBJECTS, ...DIMENSION_SUBJECTS })
    .filter(([, of]) => of !== undefined)
    .map(([key]) => [key, About]),
) as Record<string, typeof About>

const Span = {
  start_at: Type.Optional(Type.String()),
  end_at: Type.Optional(Type.String()),
}
const Keyed = Type.Object({
  ...Span,
  keys: Type.Optional(Type.Array(Type.String(), { maxItems: 50 })),
  limit: Type.Optional(Type.Integer()),
  ...subjectFields,
})
const RetentionBody = Type.Object({ ...Span, frequency: Type.Optional(Type.String()) })

const CONFIG = { scope: 'admin:read', permission: 'viewDashboard', readsOnly: true } as const
const KEPT = 500
/** ms; maximum age of a cached figure */
const FRESH = 60_000
/** maximum of daily cohorts, each with a figure for each later day */
const MOST_DAILY_COHORTS = 92
const [ITEMS, MOST_ITEMS] = [10, 100]

export const routes: Routes = (server, app) => {
  const kept = keeper(app)

  // https://docs.joinmastodon.org/methods/admin/measures/
  server.post(
    '/api/v1/admin/measures',
    { config: CONFIG, schema: { body: Keyed } },
    async ({ body }) => {
      if ((body.keys ?? []).length === 0) return []
      const span = readSpan(body.start_at, body.end_at)
      return each(body, MEASURE_SUBJECTS, (key, subject) =>
        kept(['measure', key, span, subject], () => measure(app.slowDb, key, span, subject)),
      )
    },
  )

  // https://docs.joinmastodon.org/methods/admin/dimensions/
  server.post(
    '/api/v1/admin/dimensions',
    { config: CONFIG, schema: { body: Keyed } },
    async ({ body }) => {
      // Mastodon answers without a span, too; only measures need one
      const span = readOptionalSpan(body.start_at, body.end_at)
      const limit = Math.min(Math.max(body.limit ?? ITEMS, 1), MOST_ITEMS)
      return each(body, DIMENSION_SUBJECTS, (key, subject) =>
        kept(['dimension', key, span, subject, limit], () =>
          dimension(key, { app, span, subject, limit }),
        ),
      )
    },
  )

  // https://docs.joinmastodon.org/methods/admin/retention/
  server.post(
    '/api/v1/admin/retention',
    { config: CONFIG, schema: { body: RetentionBody } },
    async ({ body }) => {
      const frequency = body.frequency === 'month' ? 'month' : 'day'
      const span = readSpan(body.start_at, body.end_at)
      if (frequency === 'day' && lengthOf(span) > MOST_DAILY_COHORTS) {
        throw new BadRequest(`At most ${MOST_DAILY_COHORTS} days can be compared; ask by month`)
      }
      return kept(['retention', frequency, span], () => retention(app.slowDb, span, frequency))
    },
  )
}

/** Results for each key, in order; unknown keys are left out (S-213). */
async function each<T>(
  body: Static<typeof Keyed>,
  subjects: Readonly<Record<string, 'id' | 'domain' | undefined>>,
  load: (key: string, subject: Subject) => Promise<T | null>,
): Promise<T[]> {
  const asked = [...new Set(body.keys ?? [])].filter((key) => Object.hasOwn(subjects, key))
  const named = asked.map((key) => ({ key, subject: readSubject(body, key, subjects[key]) }))
  const results: T[] = []
  for (const { key, subject } of named) {
    const result = await load(key, subject)
    if (result !== null) results.push(result)
  }
  return results
}

const NOTHING: Subject = { id: '', domain: '', withSubdomains: false }

/** @throws BadRequest if a key's subject is missing */
function readSubject(
  body: Static<typeof Keyed>,
  key: string,
  of: 'id' | 'domain' | undefined,
): Subject {
  if (of === undefined) return NOTHING
  const given = body[key as keyof typeof body] as Static<typeof About>
  const value = given?.[of]?.trim() ?? ''
  if (value === '') throw new BadRequest(`${key}[${of}] is missing`)
  const withSubdomains = given?.include_subdomains ?? false
  if (of === 'id') return { ...NOTHING, id: value }
  return { ...NOTHING, domain: canonicalDomain(value), withSubdomains }
}

/**
 * A cache, as several staff members view the same figures: each is computed at most once a minute.
 */
function keeper({ clock }: Pick<App, 'clock'>) {
  const values = createLruCache<string, { at: number; value: Promise<unknown> }>(KEPT)
  return <T>(
    name: readonly (string | number | DaySpan | Subject | null)[],
    load: () => Promise<T>,
  ) => {
    const key = JSON.stringify(name)
    const known = values.get(key)
    if (known !== undefined && clock() < known.at + FRESH) return known.value as Promise<T>
    const value = load()
    values.set(key, { at: clock(), value })
    value.catch(() => values.delete(key))
    return value
  }
}
