import { AFTER_ALL_IDS, BEFORE_ALL_IDS, idAt } from '../../kernel/base/ids.ts'
import type { App } from '../../kernel/core/app.ts'
import type { IdBounds } from '../../kernel/db/search/text-index.ts'
import { languageOrNull } from '../../kernel/text/language.ts'
import { parseHandle } from '../accounts/handles.ts'
import { findAccountByName } from '../accounts/queries.ts'
import { readSpan, type Span } from './dates.ts'
import type { Operator } from './query.ts'

/** A condition of an operator on a status. */
export type Condition =
  | { kind: 'author'; accountId: string }
  | { kind: 'in'; where: 'library' | 'public' }
  | { kind: 'has'; what: Contained }
  | { kind: 'is'; what: 'reply' | 'sensitive' }
  | { kind: 'language'; code: string }
  /** by the time in its id */
  | ({ kind: 'ids' } & IdBounds)
  /** an unsatisfiable operator, for example one with an unknown account */
  | { kind: 'nothing' }

const CONTAINED = ['media', 'image', 'video', 'audio', 'poll', 'link', 'embed', 'quote'] as const
export type Contained = (typeof CONTAINED)[number]

export type Excludable = Condition & { excluded: boolean }

const NOTHING = { kind: 'nothing' } as const

/** Resolves operators' values: handles to accounts, days in the viewer's time zone. */
export async function readOperators(
  app: Pick<App, 'db' | 'config'>,
  viewerId: string,
  operators: readonly Operator[],
): Promise<Excludable[]> {
  const dated = operators.some(({ name }) => TIMES.has(name))
  const zone = dated ? await timeZoneOf(app, viewerId) : 'UTC'
  const conditions: Excludable[] = []
  for (const operator of operators) {
    const condition = await readOperator(app, { viewerId, zone }, operator)
    if (condition !== null) conditions.push({ ...condition, excluded: operator.excluded })
  }
  return conditions
}

const TIMES: ReadonlySet<string> = new Set(['before', 'after', 'during'])

/** @returns null for an operator without a condition */
async function readOperator(
  app: Pick<App, 'db' | 'config'>,
  { viewerId, zone }: { viewerId: string; zone: string },
  { name, value }: Operator,
): Promise<Condition | null> {
  const word = value.toLowerCase()
  if (name === 'from') return authorOf(app, viewerId, word)
  if (name === 'language') return { kind: 'language', code: languageOrNull(word) ?? word }
  if (name === 'in') {
    if (word === 'all') return null
    return word === 'library' || word === 'public' ? { kind: 'in', where: word } : NOTHING
  }
  if (name === 'is') {
    return word === 'reply' || word === 'sensitive' ? { kind: 'is', what: word } : NOTHING
  }
  if (name === 'has') {
    const what = CONTAINED.find((one) => one === word)
    return what === undefined ? NOTHING : { kind: 'has', what }
  }
  const span = readSpan(value, zone)
  return span === null ? NOTHING : { kind: 'ids', ...boundsOf(name, span) }
}

async function authorOf(
  app: Pick<App, 'db' | 'config'>,
  viewerId: string,
  handle: string,
): Promise<Condition> {
  if (handle === 'me') return { kind: 'author', accountId: viewerId }
  const named = parseHandle(app.config, handle)
  const account = named && (await findAccountByName(app.db, named.username, named.domain))
  return account === null ? NOTHING : { kind: 'author', accountId: account.id }
}

function boundsOf(name: Operator['name'], { start, end }: Span): IdBounds {
  const before = (time: number) => (BigInt(idAt(time)) - 1n).toString()
  if (name === 'before') return { above: BEFORE_ALL_IDS, below: idAt(start) }
  if (name === 'after') return { above: before(end), below: AFTER_ALL_IDS }
  return { above: before(start), below: idAt(end) }
}

async function timeZoneOf({ db }: Pick<App, 'db'>, accountId: string): Promise<string> {
  const user = await db
    .selectFrom('local_user')
    .select('time_zone')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return user?.time_zone ?? 'UTC'
}
