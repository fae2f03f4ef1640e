import type { Answer } from '../http/client.ts'
import { pathOf, type Walk } from './walk.ts'

const TYPE = 'application/activity+json'

/** Requests a document like another server, unsigned. @param at address or path */
export function readDocument({ anonymous }: Walk, at: string): Promise<Answer> {
  return anonymous.send('GET', at, { headers: { accept: TYPE } })
}

/** Requests the document at the row's address. */
export function readRow(walk: Walk, params: Record<string, string> = {}): Promise<Answer> {
  return readDocument(walk, pathOf(walk.row, params))
}

/** The document at the row's address, which must have this type. */
export async function getDocument(
  walk: Walk,
  params: Record<string, string>,
  type: string,
  // biome-ignore lint/suspicious/noExplicitAny: its members are looked at by the rows
): Promise<any> {
  return checkDocument(walk, await readRow(walk, params), type)
}

/** @returns the document of a response, which must have this type */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function checkDocument(walk: Walk, answer: Answer, type: string): any {
  walk.status('success', answer, 200)
  walk.claim('content type', contentTypeOf(answer).startsWith(TYPE), contentTypeOf(answer))
  walk.claim('@context', answer.json?.['@context'] !== undefined, answer.text.slice(0, 200))
  walk.equal('type', answer.json?.type, type)
  return answer.json ?? {}
}

export function contentTypeOf({ headers }: Answer): string {
  return headers.get('content-type') ?? ''
}

/** The last path segment of a federation id. */
export function lastPart(uri: string | undefined): string {
  return uri?.split('/').at(-1) ?? ''
}
