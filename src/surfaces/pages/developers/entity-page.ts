import type { ApiDocument } from '../../../features/reference/document.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { attributesOf, attributeTable } from './attribute-table.ts'
import { typeInWords } from './type-words.ts'

/** The attributes of an entity; null if there is no such entity. */
export function entityPage(
  document: ApiDocument,
  name: string,
): { title: string; body: SafeHtml } | null {
  const { schemas } = document.components
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
  if (schema === undefined) return null
  const users = usersOf(document, name)
  const body = html`<div class="card">
<p class="small"><a href="/developers">For developers</a></p>
<h1>${name}</h1>
${schema.properties === undefined ? html`<p>${typeInWords(schema)}</p>` : attributeTable('Attributes', attributesOf(schema))}
${
  users.length > 0 &&
  html`<h2>Answered by</h2>
<ul>${users.map(({ section, id, label }) => html`<li><a href="/developers/${section}#${id}"><code class="break">${label}</code></a></li>`)}</ul>`
}
</div>`
  return { title: name, body }
}

function usersOf(document: ApiDocument, name: string) {
  const mark = `"#/components/schemas/${name}"`
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { tags, operationId, responses }]) => {
      if (!JSON.stringify(responses['200'] ?? {}).includes(mark)) return []
      return [{ section: tags[0], id: operationId, label: `${method.toUpperCase()} ${path}` }]
    }),
  )
}
