import {
  countOf,
  type Document,
  documentOf,
  flagOf,
  idOf,
  isOfType,
  listOf,
  textOf,
  timeOf,
  urlOf,
} from '../../../kernel/activitypub/as2.ts'
import { authorUriOf } from '../../../kernel/activitypub/author.ts'
import type { ProvedDocument, ProvedId } from '../../../kernel/activitypub/proved-document.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { languageOrNull } from '../../../kernel/text/language.ts'
import { sanitizeStatusHtml } from '../../../kernel/text/sanitize.ts'
import { MOST_REMOTE_ITEMS } from '../rules.ts'

/** maximum of UTF-16 units of names and descriptions of remote collections */
const MOST = { name: 256, description: 2048 } as const

/** A remote collection as read from its document, bounded and sanitised. */
export interface RemoteCollection {
  uri: ProvedId
  url: string | null
  ownerUri: string
  name: string
  /** sanitised HTML */
  description: string
  language: string | null
  sensitive: boolean
  discoverable: boolean
  tagName: string | null
  /** ms since 1970; null: not stated */
  createdAt: number | null
  /** as in the document: embedded objects, or ids */
  items: unknown[]
  totalItems: number | null
}

export interface RemoteItem {
  uri: ProvedId
  /** federation id of the featured account */
  objectUri: string
  approvalUri: string | null
}

export function isCollection(value: unknown): boolean {
  return isOfType(value, ['FeaturedCollection'])
}

/** @returns null if it is no collection, or not on its owner's origin */
export function readCollection(document: ProvedDocument): RemoteCollection | null {
  const [uri, ownerUri] = [document.id, authorUriOf(document)]
  if (ownerUri === null || !isCollection(document)) return null
  if (!sameOrigin(uri, ownerUri)) return null
  const url = urlOf(document.url)
  const { words, language } = summaryOf(document)
  return {
    uri,
    ownerUri,
    url: url !== null && sameOrigin(url, uri) ? url : null,
    name: oneLine(textOf(document.name) ?? '', MOST.name),
    description: sanitizeStatusHtml(words.slice(0, MOST.description).toWellFormed()),
    language,
    sensitive: flagOf(document.sensitive) ?? false,
    discoverable: flagOf(document.discoverable) ?? true,
    tagName: textOf(documentOf(listOf(document.topic)[0])?.name),
    createdAt: timeOf(document.published),
    items: listOf(document.orderedItems).slice(0, MOST_REMOTE_ITEMS),
    totalItems: countOf(document.totalItems),
  }
}

function summaryOf(document: Document): { words: string; language: string | null } {
  const [entry] = Object.entries(documentOf(document.summaryMap) ?? {})
  const words = textOf(entry?.[1])
  if (entry === undefined || words === null) {
    return { words: textOf(document.summary) ?? '', language: null }
  }
  return { words, language: languageOrNull(entry[0]) }
}

function oneLine(text: string, most: number): string {
  return text
    .slice(0, most)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

/** @returns null if it is no item of the collection with this id */
export function readItem(document: ProvedDocument, collectionUri: string): RemoteItem | null {
  if (!isOfType(document, ['FeaturedItem'])) return null
  const [uri, objectUri] = [document.id, idOf(document.featuredObject)]
  if (objectUri === null || !sameOrigin(uri, collectionUri)) return null
  return { uri, objectUri, approvalUri: idOf(document.featureAuthorization) }
}
