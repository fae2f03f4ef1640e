const brand: unique symbol = Symbol('safe html')

/** HTML that may be sent as it is. Its mark is a symbol, so nothing read from JSON passes for it. */
export interface SafeHtml {
  readonly [brand]: true
  readonly html: string
}

/** What a template takes: text is escaped, lists are joined, null and booleans leave nothing. */
export type HtmlValue =
  | SafeHtml
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly HtmlValue[]

/**
 * Builds HTML from a template; every value is escaped for text and for quoted attributes, and an
 * address in `href`, `src`, `action` or `formaction` that would run script becomes `#`.
 *
 * @throws TypeError for a value in an attribute without quotes, where no escaping would be safe
 * @example html`<p title="${title}">${items.map((item) => html`<b>${item}</b>`)}</p>`
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): SafeHtml {
  let result = strings[0] ?? ''
  for (const [index, value] of values.entries()) {
    const before = strings[index] ?? ''
    if (before.endsWith('=')) throw new TypeError(`Put the attribute's value in quotes: ${before}`)
    const isAddress = /\s(?:href|src|action|formaction)=["']$/.test(before)
    result += isAddress ? escapeHtml(harmlessAddress(plain(value))) : render(value)
    result += strings[index + 1] ?? ''
  }
  return raw(result)
}

/** Marks a string as HTML: only for what was escaped or sanitised before. */
export function raw(text: string): SafeHtml {
  return { [brand]: true, html: text }
}

/** Escapes text for element content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '') : text
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function render(value: HtmlValue): string {
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  if (value === null || value === undefined || typeof value === 'boolean') return ''
  return isSafe(value) ? value.html : value.map(render).join('')
}

function plain(value: HtmlValue): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (value === null || value === undefined || typeof value === 'boolean') return ''
  return isSafe(value) ? value.html : value.map(plain).join('')
}

function isSafe(value: SafeHtml | readonly HtmlValue[]): value is SafeHtml {
  return brand in value
}

/** Browsers skip control characters and spaces when they look for the scheme. */
function harmlessAddress(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const scheme = /^([^:/?#]*):/.exec(address.replace(/[\u0000-\u0020\u007f]/g, ''))?.[1]
  const runsScript = /^(?:javascript|vbscript|data)$/i.test(scheme ?? '')
  return runsScript ? '#' : address
}
