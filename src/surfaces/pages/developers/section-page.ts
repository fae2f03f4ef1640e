import type { ApiDocument, DocumentedOperation } from '../../../features/reference/document.ts'
import type { JsonSchema } from '../../../features/reference/json-schema.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { attributesOf, attributeTable } from './attribute-table.ts'
import { typeInWords } from './type-words.ts'

interface ShownPage {
  title: string
  body: SafeHtml
}

/** All operations of a section of the API; null if there is no such section. */
export function sectionPage(document: ApiDocument, name: string): ShownPage | null {
  const section = document.tags.find((tag) => tag.name === name)
  if (section === undefined) return null
  const title = section['x-displayName']
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.tags[0] === name ? [{ path, method: method.toUpperCase(), operation }] : [],
    ),
  )
  const body = html`<div class="card">
<p class="small"><a href="/developers">For developers</a></p>
<h1>${title}</h1>
<p>${section.description}</p>
<ul class="operation-index">
${operations.map(
  ({
    path,
    method,
    operation,
  }) => html`<li class="operation-line"><a href="#${operation.operationId}">${operation.summary}</a>
<code class="muted small break">${method} ${path}</code></li>`,
)}
</ul>
</div>
${operations.map(showOperation)}`
  return { title, body }
}

interface Shown {
  path: string
  method: string
  operation: DocumentedOperation
}

function showOperation({ path, method, operation }: Shown): SafeHtml {
  const reply = operation.responses['200'] as Reply | undefined
  const schema = Object.values(reply?.content ?? {})[0]?.schema
  return html`<section class="card operation" id="${operation.operationId}" aria-labelledby="${operation.operationId}-title">
<h2 id="${operation.operationId}-title">${operation.summary}${operation.deprecated && html` <span class="badge">deprecated</span>`}</h2>
<p class="operation-path"><code class="break"><strong>${method}</strong> ${path}</code></p>
<dl class="facts">
<div><dt>Token</dt><dd>${accessInWords(operation.security)}</dd></div>
<div><dt>Answers</dt><dd>${schema === undefined ? 'nothing' : typeInWords(schema)}${reply?.headers && ', by pages'}</dd></div>
</dl>
${attributeTable(
  'In the address',
  operation.parameters.map(({ name, required, schema: type }) => ({ name, required, type })),
)}
${attributeTable('In the body', attributesOf(bodyOf(operation)))}
</section>`
}

interface Reply {
  headers?: object
  content?: Record<string, { schema: JsonSchema }>
}

function bodyOf(operation: DocumentedOperation): JsonSchema {
  const { content = {} } = (operation.requestBody ?? {}) as Reply
  return content['application/json']?.schema ?? {}
}

function accessInWords(security: DocumentedOperation['security']): SafeHtml {
  const scopes = security.flatMap(({ oauth2 = [] }) => oauth2)
  const names = scopes.map((scope, index) => html`${index > 0 && ' or '}<code>${scope}</code>`)
  if (security.length === 0) return html`not needed`
  const optional = security.some((way) => Object.keys(way).length === 0)
  if (scopes.length === 0) return html`any`
  return optional ? html`not needed; if there is one, it must have ${names}` : html`${names}`
}
