const FORMATS = [
  ['digits', /^\d+$/],
  ['datetime(ms)', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/],
  ['datetime(s)', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
] as const

/** The type of a JSON value for a strict client; for a string also its format. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value !== 'string') return typeof value
  if (value === '') return 'string(empty)'
  return FORMATS.find(([, format]) => format.test(value))?.[0] ?? 'string'
}

/** Whether values of a type also fit another type: a reader of any string also reads digits. */
export function isKindOf(type: string, other: string): boolean {
  if (type === other) return true
  if (other === 'number') return type === 'integer'
  if (other === 'string(empty)') return type === 'string'
  return other === 'string' && FORMATS.some(([format]) => format === type)
}

/** The size class of an integer: a 32-bit field, an exact double, or neither. */
export function bitsOf(value: number): string {
  const size = Math.abs(value)
  if (size < 2 ** 31) return '31'
  return size < 2 ** 53 ? '53' : 'more'
}
