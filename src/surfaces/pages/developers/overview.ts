import type { ApiDocument } from '../../../features/reference/document.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'

/** Introduces the API and links to its sections and entities. */
export function overview(document: ApiDocument, origin: string): SafeHtml {
  const entities = Object.keys(document.components.schemas).sort()
  return html`<div class="prose card">
<h1>For developers</h1>
<p>${document.info.description}</p>
<p>The same for programs: <a href="/api/openapi.json">OpenAPI 3.1</a>. Every client of Mastodon works here;
its <a href="https://docs.joinmastodon.org/client/intro/" rel="noreferrer">guide</a> holds for this server too.</p>
<h2>A first call</h2>
<p>What is public needs no token:</p>
<pre class="command" tabindex="0">curl ${origin}/api/v1/timelines/public?limit=2</pre>
<p>For everything else register an application, and ask a person for a token:</p>
<pre class="command" tabindex="0">curl ${origin}/api/v1/apps \\
  -d client_name="My client" -d scopes="read write" \\
  -d redirect_uris=urn:ietf:wg:oauth:2.0:oob</pre>
<p>Open <code>/oauth/authorize?response_type=code&amp;client_id=…&amp;redirect_uri=…&amp;scope=read+write</code> in a
browser, and exchange the code it shows at <a href="/developers/apps">/oauth/token</a>.</p>
</div>
<nav class="reference-index" aria-label="Parts of the interface">
${document.tags.map(
  ({
    name,
    description,
    'x-displayName': title,
  }) => html`<a class="card" href="/developers/${name}">
<strong>${title} <span class="muted small">${countOperations(document, name)}</span></strong>
<span class="muted small">${description}</span>
</a>`,
)}
</nav>
<section class="card" aria-labelledby="entities">
<h2 id="entities">Entities</h2>
<p class="entity-list">${entities.map((name) => html`<a href="/developers/entities/${name}"><code>${name}</code></a> `)}</p>
</section>`
}

function countOperations(document: ApiDocument, name: string): number {
  return Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .filter(({ tags: [tag] }) => tag === name).length
}
