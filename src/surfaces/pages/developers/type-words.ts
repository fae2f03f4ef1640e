import type { JsonSchema } from '../../../features/reference/json-schema.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'

const WORDS: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
}

/** Describes a schema's values in a few words, with links to entities. */
export function typeInWords(schema: JsonSchema): SafeHtml {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return html`<a href="/developers/entities/${name}">${name}</a>`
  }
  if (schema.anyOf !== undefined) return joined(schema.anyOf.map(typeInWords))
  if (schema.enum !== undefined)
    return joined(schema.enum.map((value) => html`<code>${String(value)}</code>`))
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.type === 'array') {
    return schema.items === undefined
      ? html`empty list`
      : html`list of ${typeInWords(schema.items)}`
  }
  if (typeof schema.additionalProperties === 'object') {
    return html`object of ${typeInWords(schema.additionalProperties)}`
  }
  if (schema.pattern === ID) return html`id`
  const word = [schema.type]
    .flat()
    .map((type) => WORDS[type ?? ''] ?? 'anything')
    .join(' or ')
  return html`${KNOWN_FORMS[String(schema.format)] ?? word}${limits(schema)}`
}

/** pattern of ids in requests and entities */
const ID = '^-?\\d+$'

const KNOWN_FORMS: Record<string, string> = {
  uri: 'address',
  date: 'day (YYYY-MM-DD)',
  binary: 'file',
  'iso-639-1': 'language code',
}

function limits({
  minimum,
  maximum,
  minLength,
  maxLength,
  description,
}: JsonSchema): SafeHtml | null {
  const said = [
    description,
    range(minimum ?? minLength, maximum ?? maxLength, maxLength === undefined ? '' : ' characters'),
  ].filter((text) => typeof text === 'string' && text !== '')
  return said.length === 0 ? null : html` <span class="muted small">${said.join('; ')}</span>`
}

function range(from: unknown, to: unknown, unit: string): string {
  if (typeof from === 'number' && typeof to === 'number') return `${from} to ${to}${unit}`
  if (typeof to === 'number') return `at most ${to}${unit}`
  return typeof from === 'number' && from !== 0 ? `at least ${from}${unit}` : ''
}

function joined(parts: readonly SafeHtml[]): SafeHtml {
  return html`${parts.map((part, index) => html`${index > 0 && ' or '}${part}`)}`
}
