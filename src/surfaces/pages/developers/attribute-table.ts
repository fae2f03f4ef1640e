import type { JsonSchema } from '../../../features/reference/json-schema.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { typeInWords } from './type-words.ts'

interface Attribute {
  name: string
  required: boolean
  type: JsonSchema
}

/** A table of parameters or attributes with their types; null if there are none. */
export function attributeTable(title: string, attributes: readonly Attribute[]): SafeHtml | null {
  if (attributes.length === 0) return null
  return html`<table class="attributes">
<caption>${title}</caption>
<thead class="visually-hidden"><tr><th scope="col">Name</th><th scope="col">Type</th></tr></thead>
<tbody>
${attributes.map(
  ({ name, required, type }) => html`<tr>
<th scope="row"><code class="break">${name}</code></th>
<td>${typeInWords(type)}${!required && html` <span class="muted small">optional</span>`}</td>
</tr>`,
)}
</tbody>
</table>`
}

/** Members of an object, each followed by the members of its inner objects. */
export function attributesOf(schema: JsonSchema, prefix = ''): Attribute[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, type]) => {
    const path = prefix === '' ? name : `${prefix}[${name}]`
    return [
      { name: path, required: schema.required?.includes(name) ?? false, type },
      ...attributesOf(type, path),
      ...(type.items === undefined ? [] : attributesOf(type.items, `${path}[]`)),
    ]
  })
}
