import type { JsonSchema } from '../../reference/json-schema.ts'
import { html, type SafeHtml } from '../../text/html.ts'
import { typeInWords } from './type-words.ts'

interface Attribute {
  name: string
  required: boolean
  type: JsonSchema
}

/** Names and types of parameters or attributes; nothing if there are none. */
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

/** Members of an object, with those of inner objects after them. */
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
