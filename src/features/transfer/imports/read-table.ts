import { MAX_URI } from '../../../kernel/activitypub/as2.ts'
import type { Config } from '../../../kernel/base/config.ts'
import { parseUrl } from '../../../kernel/base/parse-url.ts'
import type { CsvRow } from '../../../kernel/text/csv.ts'
import { normalizeHost, parseHandle } from '../../accounts/handles.ts'
import { digestOf } from '../digest.ts'
import type { ImportType } from '../tables.ts'
import type { NewRow } from './queries.ts'

type Names = Pick<Config, 'domain' | 'handleDomain'>
type TableType = Exclude<ImportType, 'archive'>

/** maximum of characters stored of a cell, to show it again */
const SHOWN = 500
const TRUE = /^(?:true|1|yes|t)$/i
const FALSE = /^(?:false|0|no|f)$/i

/** First cells of header rows in files of Mastodon and other software. */
const HEADERS = new Set([
  'account address',
  'account',
  'acct',
  'address',
  'handle',
  '#account',
  'list name',
  'list title',
  '#domain',
  'domain',
  '#uri',
  'uri',
  'url',
])

/**
 * Reads a table in the formats of Mastodon, Pleroma, Akkoma or Misskey: with or without a header,
 * handles with or without a leading `@`, or several of them in one line.
 */
export function readTable(config: Names, type: TableType, rows: readonly CsvRow[]): NewRow[] {
  const [first, ...others] = rows
  if (first === undefined) return []
  const header = headerOf(first)
  const entries = header === null ? rows : others
  return entries.flatMap(({ line, cells }) => {
    const several = header === null && IN_ONE_LINE.has(type)
    const addresses = several ? leadingAddresses(config, cells) : []
    if (addresses.length > 1)
      return addresses.map((one) => readRow(config, type, line, [one], null))
    return [readRow(config, type, line, cells, header)]
  })
}

const IN_ONE_LINE: ReadonlySet<TableType> = new Set(['following', 'blocking', 'muting'])

function headerOf({ cells }: CsvRow): string[] | null {
  const names = cells.map((cell) => cell.toLowerCase())
  return HEADERS.has(names[0] ?? '') ? names : null
}

/** Pleroma writes all handles into one line; in Misskey's files other cells follow the handle. */
function leadingAddresses(config: Names, cells: readonly string[]): string[] {
  const end = cells.findIndex((cell) => !cell.includes('@') || parseHandle(config, cell) === null)
  return end === -1 ? [...cells] : cells.slice(0, end)
}

function readRow(
  config: Names,
  type: TableType,
  line: number,
  cells: readonly string[],
  header: readonly string[] | null,
): NewRow {
  const read = type === 'lists' ? readMember(config, cells) : READERS[type](config, cells[0] ?? '')
  const text = type === 'lists' ? cells.slice(0, 2).join(', ') : (cells[0] ?? '')
  const shown = { text: text.slice(0, SHOWN) }
  if (read === null) {
    const digest = digestOf(`${line} ${text}`)
    return { digest, position: line, data: shown, error: WRONG[type] }
  }
  const data = { ...shown, ...read.data, ...choicesOf(type, cells, header) }
  return { digest: digestOf(read.key), position: line, data, error: null }
}

const NO_ADDRESS = 'This is no address of an account'
const WRONG: Record<TableType, string> = {
  following: NO_ADDRESS,
  blocking: NO_ADDRESS,
  muting: NO_ADDRESS,
  domain_blocking: 'This is no domain',
  bookmarks: 'This is no address of a post',
  lists: 'This is no name of a list with an address of an account',
}

type Read = { key: string; data: Record<string, unknown> } | null

const READERS: Record<Exclude<TableType, 'lists'>, (config: Names, text: string) => Read> = {
  following: readAddress,
  blocking: readAddress,
  muting: readAddress,
  domain_blocking: readDomain,
  bookmarks: (_, text) => readUrl(text),
}

/** The same key for all spellings of a handle. */
export function addressKey(
  config: Names,
  { username, domain }: { username: string; domain: string | null },
): string {
  return `${username}@${domain ?? config.handleDomain}`.toLowerCase()
}

function readAddress(config: Names, text: string): Read {
  if (/^https?:\/\//i.test(text)) return readUrl(text)
  // a name without a domain would be ambiguous
  const handle = text.replace(/^(?:acct:)?@?/i, '').includes('@') ? parseHandle(config, text) : null
  return handle && { key: addressKey(config, handle), data: { ...handle } }
}

function readMember(config: Names, [title = '', address = '']: readonly string[]): Read {
  const read = title === '' ? null : readAddress(config, address)
  return read && { key: memberKey(title, read.key), data: { ...read.data, title } }
}

/** Key of a list member. @param key of the account */
export function memberKey(title: string, key: string): string {
  return `${title}\n${key}`
}

function readDomain(_: Names, text: string): Read {
  const domain = normalizeHost(text.replace(/^@/, ''))
  return domain?.includes('.') ? { key: domain, data: { domain } } : null
}

function readUrl(text: string): Read {
  const url = text.length > MAX_URI ? null : parseUrl(text)
  const isUrl = url !== null && /^https?:$/.test(url.protocol)
  return isUrl ? { key: text, data: { uri: text } } : null
}

/** The choices in a row; missing ones stay unchanged. */
function choicesOf(
  type: TableType,
  cells: readonly string[],
  header: readonly string[] | null,
): Record<string, unknown> {
  const cell = (name: string, place: number) =>
    (header === null ? cells[place] : cells[header.indexOf(name)]) ?? ''
  const choice = (name: string, key: string, place: number) => {
    const text = cell(name, place)
    if (TRUE.test(text)) return { [key]: true }
    return FALSE.test(text) ? { [key]: false } : {}
  }
  if (type === 'muting') return choice('hide notifications', 'hideNotifications', 1)
  if (type !== 'following') return {}
  return {
    ...choice('show boosts', 'showReblogs', 1),
    ...choice('notify on new posts', 'notify', 2),
    ...languagesIn(cell('languages', 3)),
  }
}

function languagesIn(text: string): Record<string, unknown> {
  const codes = text.split(/[\s,]+/).filter((code) => /^[a-z]{2,3}(?:-[\w-]{1,20})?$/i.test(code))
  return codes.length === 0 ? {} : { languages: [...new Set(codes)].slice(0, 50) }
}
