import type { Config } from '../../../kernel/base/config.ts'
import { parseUrl } from '../../../kernel/base/parse-url.ts'
import { accountUri } from '../../../kernel/base/urls.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { textIn } from '../../../kernel/db/id-in.ts'
import { prepared } from '../../../kernel/db/prepared.ts'
import { sameOrigin } from '../../../kernel/net/origin.ts'
import { accountIsShown } from '../../accounts/predicates.ts'
import type { NewMention } from '../write/mentions.ts'
import type { RemoteNote } from './reading/note.ts'
import type { RemoteAuthor } from './remote-author.ts'

export interface Named {
  mentions: NewMention[]
  /** mentioned actors that are unknown here */
  unknown: string[]
}

/**
 * The accounts that a status mentions, plus the local accounts that it only addresses: these have
 * silent access.
 */
export async function findNamed(
  { db, config }: { db: Db; config: Config },
  author: Pick<RemoteAuthor, 'uri'>,
  note: Pick<RemoteNote, 'mentionUris' | 'recipients'>,
): Promise<Named> {
  const named = new Set(note.mentionUris.map((uri) => canonicalUri(config, uri)))
  named.delete(author.uri)
  const addressed = note.recipients
    .filter((uri) => sameOrigin(uri, config.origin))
    .map((uri) => canonicalUri(config, uri))
  const found = await accountsByUri(db, [...new Set([...named, ...addressed])])
  const mentions = [...found].map(([uri, accountId]) => ({ accountId, silent: !named.has(uri) }))
  const unknown = [...named].filter((uri) => !found.has(uri) && !sameOrigin(uri, config.origin))
  return { mentions, unknown }
}

/** The federation id of a local account, also if given the URL of its page. */
export function canonicalUri(config: Config, uri: string): string {
  if (!sameOrigin(uri, config.origin)) return uri
  const name = /^\/@(\w+)\/?$/.exec(parseUrl(uri)?.pathname ?? '')?.[1]
  return name === undefined ? uri : accountUri(config, name)
}

const presentByUri = prepared((db, p: { uris: readonly string[] }) =>
  db
    .selectFrom('account')
    .select(['id', 'uri'])
    .where(textIn(db, 'uri', p.uris))
    .where(accountIsShown())
    .orderBy('id'),
)

/** Excludes accounts that wait for confirmation or approval (S-354), and deleted accounts. */
async function accountsByUri(db: Db, uris: readonly string[]): Promise<Map<string, string>> {
  if (uris.length === 0) return new Map()
  const rows = await presentByUri(db, { uris })
  return new Map(rows.map((row) => [row.uri, row.id]))
}
