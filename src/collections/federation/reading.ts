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
} from '../../activitypub/as2.ts'
import type { ProvedDocument, ProvedId } from '../../activitypub/proved.ts'
import { sameOrigin } from '../../net/origin.ts'
import { languageOrNull } from '../../text/language.ts'
import { sanitizeStatusHtml } from '../../text/sanitize.ts'
import { MOST_REMOTE_ITEMS } from '../rules.ts'

/** UTF-16 units of what another server may call its collections, and say of them */
const MOST = { name: 256, description: 2048 } as const

/** A collection of another server as its document tells it, bounded and safe. */
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
  /** ms since 1970; null: it does not say */
  createdAt: number | null
  /** as they stand there: embedded, or ids */
  items: unknown[]
  totalItems: number | null
}

export interface RemoteItem {
  uri: ProvedId
  /** of the account that it shows */
  objectUri: string
  approvalUri: string | null
}

export function isCollection(value: unknown): boolean {
  return isOfType(value, ['FeaturedCollection'])
}

/** @returns null for what is none, or is not its owner's to speak of */
export function readCollection(document: ProvedDocument): RemoteCollection | null {
  const [uri, ownerUri] = [document.id, idOf(document.attributedTo)]
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

/** @returns null for what is no item of a collection with this id */
export function readItem(document: ProvedDocument, collectionUri: string): RemoteItem | null {
  if (!isOfType(document, ['FeaturedItem'])) return null
  const [uri, objectUri] = [document.id, idOf(document.featuredObject)]
  if (objectUri === null || !sameOrigin(uri, collectionUri)) return null
  return { uri, objectUri, approvalUri: idOf(document.featureAuthorization) }
}
