import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SPEC, tableRows } from './surface.ts'

/** Types that a real server sent in one field. */
export interface RecordedField {
  /** as `typeOf` in `oracle/types.ts` names them */
  types: ReadonlySet<string>
  /** subjects with the fields of an object in this field */
  subjects: readonly string[]
  always: boolean
  /** size class of the largest integer: 31, 53 or more; null if there was none */
  bits: string | null
}

/** Recorded responses of a real server: types only, no content. */
export interface Recorded {
  /** statuses of successful responses, by operation */
  statuses: ReadonlyMap<string, ReadonlySet<number>>
  /** their bodies, by operation */
  roots: ReadonlyMap<string, RecordedField>
  /** by entity, or by operation if the body is no entity, and by path: `.account.fields[].name` */
  fields: ReadonlyMap<string, ReadonlyMap<string, RecordedField>>
}

/** Reads docs/spec/recorded-shapes.tsv. */
export async function readRecorded(): Promise<Recorded> {
  const statuses = new Map<string, Set<number>>()
  const roots = new Map<string, RecordedField>()
  const fields = new Map<string, Map<string, RecordedField>>()
  const text = await readFile(join(SPEC, 'recorded-shapes.tsv'), 'utf8')
  for (const { subject = '', field = '', types = '', present, bits } of tableRows(text)) {
    if (field === '(status)') statuses.set(subject, new Set(types.split(' ').map(Number)))
    else if (field === '(root)') roots.set(subject, readField(types, 'always', ''))
    else {
      const known = fields.get(subject) ?? new Map<string, RecordedField>()
      fields.set(subject, known.set(field, readField(types, present, bits)))
    }
  }
  return { statuses, roots, fields }
}

function readField(
  types: string,
  present: string | undefined,
  bits: string | undefined,
): RecordedField {
  const parts = types.split(' ').map((part) => /^([a-z()]+)(?::(.+))?$/.exec(part))
  return {
    types: new Set(parts.map((part) => part?.[1] ?? '')),
    subjects: parts.flatMap((part) => part?.[2] ?? []),
    always: present === 'always',
    bits: bits === undefined || bits === '' ? null : bits,
  }
}

/** An intended difference, by subject, field and problem. */
export type Differences = ReadonlyMap<string, string>

export function differenceKey(subject: string, field: string, problem: string): string {
  return `${subject}\t${field}\t${problem}`
}

/**
 * Reads docs/spec/recorded-differences.tsv, in which every line has a reason.
 * @throws Error for a line without a reason
 */
export async function readDifferences(): Promise<Differences> {
  const text = await readFile(join(SPEC, 'recorded-differences.tsv'), 'utf8')
  const rows = tableRows(text).map(({ subject = '', field = '', problem = '', reason = '' }) => {
    if (reason === '') throw new Error(`recorded-differences.tsv: ${subject}${field} has no reason`)
    return [differenceKey(subject, field, problem), reason] as const
  })
  return new Map(rows)
}
