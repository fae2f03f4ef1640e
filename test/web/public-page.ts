import assert from 'node:assert/strict'
import type { Response } from 'light-my-request'
import type { TestServer } from '../support/server.ts'

/** Asks for a page as a browser does. */
export function visit(
  server: TestServer,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return server.anonymous.send('GET', path, undefined, {
    accept: 'text/html,*/*;q=0.8',
    ...headers,
  })
}

/** The HTML of a page that is there. */
export async function pageAt(server: TestServer, path: string): Promise<string> {
  const response = await visit(server, path)
  assert.equal(response.statusCode, 200, `${path}: ${response.body.slice(0, 2000)}`)
  assert.match(response.headers['content-type'] as string, /^text\/html; charset=utf-8$/)
  return response.body
}

/** Contents of a page's `meta` elements, by name or property. */
export function metaOf(html: string): Record<string, string> {
  const found = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)
  return Object.fromEntries([...found].map(([, name, content]) => [name, decode(content ?? '')]))
}

/** The text of the page's posts, in order. */
export function postsOf(html: string): string[] {
  const found = html.matchAll(/<div class="content"[^>]*>(.*?)<\/div>/gs)
  return [...found].map(([, content]) => decode((content ?? '').replace(/<[^>]*>/g, '')))
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
