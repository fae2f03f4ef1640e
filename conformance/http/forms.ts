/** A form of a page, as a browser reads it. */
export interface Form {
  method: string
  action: string
  fields: { id: string; name: string; value: string }[]
}

/** Reads the forms of a page of this or another server: enough for fields and buttons. */
export function readForms(html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gis)].map(([, tag = '', inner = '']) => {
    const form = readAttributes(tag)
    const controls = [...inner.matchAll(/<(input|textarea|button)\b([^>]*)>/gi)]
    return {
      method: (form.method ?? 'get').toUpperCase(),
      action: form.action ?? '',
      fields: controls
        .map(([, , attributes = '']) => readAttributes(attributes))
        .filter(({ name }) => name !== undefined)
        .map(({ id = '', name = '', value = '' }) => ({ id, name, value })),
    }
  })
}

/**
 * The body that a browser sends when the form's first button is pressed.
 * @param typed by name of the field
 */
export function fillForm(form: Form, typed: Record<string, string> = {}): URLSearchParams {
  const body = new URLSearchParams()
  for (const { name, value } of form.fields) if (!body.has(name)) body.set(name, value)
  for (const [name, value] of Object.entries(typed)) body.set(name, value)
  return body
}

function readAttributes(tag: string): Record<string, string> {
  const found = tag.matchAll(/([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g)
  return Object.fromEntries(
    [...found].map(([, name = '', quoted, single, bare]) => [
      name.toLowerCase(),
      decode(quoted ?? single ?? bare ?? ''),
    ]),
  )
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  return text.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, code: string) => {
    if (code.startsWith('#x')) return String.fromCodePoint(Number.parseInt(code.slice(2), 16))
    if (code.startsWith('#')) return String.fromCodePoint(Number(code.slice(1)))
    return ENTITIES[code] ?? whole
  })
}
