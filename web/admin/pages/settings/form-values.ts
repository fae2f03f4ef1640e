import type {
  Document,
  SettingDescription,
  SettingKind,
  SettingValue,
} from '../../../shared/entities/settings.ts'

const GIGABYTE = 1024 ** 3

/** How a value is typed: everything but a switch is text. */
export function asTyped(kind: SettingKind, value: SettingValue): string | boolean {
  if (kind === 'switch') return value === true
  if (kind === 'document' || kind === 'styles') return (value as Document | null)?.content ?? ''
  if (kind === 'bytes') return String(Number(value) / GIGABYTE)
  if (kind === 'languages') return (value as string[]).join(', ')
  if (kind === 'handles' || kind === 'collections') return (value as string[]).join('\n')
  return value === null ? '' : String(value)
}

/** Converts a typed value to the API's value. */
export function fromTyped(kind: SettingKind, typed: string | boolean): unknown {
  if (typeof typed === 'boolean') return typed
  if (kind === 'document' || kind === 'styles') return { content: typed }
  if (kind === 'number') return Number(typed)
  if (kind === 'bytes') return Math.round(Number(typed) * GIGABYTE)
  if (kind === 'languages' || kind === 'handles' || kind === 'collections') {
    return typed.split(/[\s,]+/).filter((word) => word !== '')
  }
  return typed
}

/** Only what is other than before is sent: somebody else may have changed the rest meanwhile. */
export function changesOf(
  descriptions: readonly SettingDescription[],
  before: (name: string) => string | boolean,
  now: (name: string) => string | boolean,
): Record<string, unknown> {
  const changed = descriptions.filter(({ name }) => before(name) !== now(name))
  return Object.fromEntries(changed.map(({ name, kind }) => [name, fromTyped(kind, now(name))]))
}
