import type { Config } from '../../../kernel/base/config.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { parentIsStricter } from '../../instance/domain-blocks.ts'
import { coveringNames } from '../../instance/domain-policy.ts'
import type { ImportedBlock } from '../tables.ts'
import type { ListEntry } from './read-list.ts'

/** The outcome of a list's row, planned or applied. */
export interface PlannedRow {
  line: number
  text: string
  domain: string | null
  outcome: 'create' | 'change' | 'skip' | 'error'
  reason: string | null
  given: ImportedBlock | null
  before: ImportedBlock | null
  followers_lost: number
  following_lost: number
}

/** Existing decisions, by domain. */
export interface Decided {
  blocks: Map<string, ImportedBlock>
  allowed: readonly string[]
}

export interface Choices {
  /** `overwrite`: existing blocks get the list's values */
  mode: 'merge' | 'overwrite'
  /** for new blocks */
  privateComment: string
  /** blocks that an earlier version of the list created, which it may change */
  own?: ReadonlyMap<string, ImportedBlock>
}

type Own = Pick<Config, 'domain' | 'handleDomain'>

export async function loadDecided(db: Db): Promise<Decided> {
  const blocks = await db.selectFrom('domain_block').selectAll().execute()
  const allows = await db.selectFrom('domain_allow').select('domain').execute()
  return {
    blocks: new Map(blocks.map((block) => [block.domain, valuesOf(block)])),
    allowed: allows.map(({ domain }) => domain),
  }
}

/** The values of a block that lists set. */
export function valuesOf(block: ImportedBlock): ImportedBlock {
  const { severity, reject_media, reject_reports, obfuscate } = block
  const { public_comment, private_comment } = block
  return { severity, reject_media, reject_reports, obfuscate, public_comment, private_comment }
}

export function sameValues(one: ImportedBlock, other: ImportedBlock): boolean {
  const [first, second] = [valuesOf(one), valuesOf(other)]
  return (Object.keys(first) as (keyof ImportedBlock)[]).every((key) => first[key] === second[key])
}

/**
 * Plans the rows in order, each as if those before it were applied. Skips this server's domains,
 * and explicitly allowed ones.
 *
 * @param decided updated on the way
 */
export function planRows(
  config: Own,
  decided: Decided,
  entries: readonly ListEntry[],
  choices: Choices,
): PlannedRow[] {
  const seen = new Set<string>()
  const kept = [config.domain, config.handleDomain].flatMap(coveringNames)
  const spared = new Set(decided.allowed.flatMap(coveringNames))
  return entries.map((entry) => {
    const none = { given: null, before: null, followers_lost: 0, following_lost: 0 }
    const { line, text, domain } = entry
    const row = (outcome: PlannedRow['outcome'], reason: string | null, more = {}) => ({
      ...{ line, text, domain, outcome, reason },
      ...none,
      ...more,
    })
    if (entry.domain === null) return row('error', entry.error)
    const name = entry.domain
    if (seen.has(name)) return row('skip', 'It is there twice')
    seen.add(name)
    if (kept.includes(name)) return row('skip', 'It is this server')
    if (spared.has(name)) return row('skip', 'It is allowed')
    const verdict = decide(decided, name, entry.given, choices)
    if (typeof verdict === 'string') return row('skip', verdict)
    decided.blocks.set(name, verdict.given)
    return row(verdict.before === null ? 'create' : 'change', null, verdict)
  })
}

type Verdict = { given: ImportedBlock; before: ImportedBlock | null }

/** @returns the action, or the reason to skip the row */
function decide(
  { blocks }: Decided,
  domain: string,
  limits: Omit<ImportedBlock, 'private_comment'>,
  { mode, privateComment, own }: Choices,
): string | Verdict {
  const before = blocks.get(domain)
  const made = own?.get(domain)
  if (before === undefined) {
    if (made !== undefined) return 'Its block was removed here'
    const parent = coveringNames(domain).find((name) => blocks.has(name))
    if (parent !== undefined && parentIsStricter(blocks.get(parent)!, limits)) {
      return `${parent} is limited as much, and this counts for it too`
    }
    return { before: null, given: { ...limits, private_comment: privateComment } }
  }
  const given = { ...limits, private_comment: before.private_comment }
  if (sameValues(before, given)) return ALREADY
  const mayChange = mode === 'overwrite' || (made !== undefined && sameValues(made, before))
  return mayChange ? { before, given } : 'It is blocked already'
}

/** reason for a row that changes nothing */
export const ALREADY = 'It is so already'
