import { accountUri } from '../../addresses.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { textIn } from '../../db/id-in.ts'
import { prepared } from '../../db/prepared.ts'
import { sameOrigin } from '../../net/origin.ts'
import type { NewMention } from '../mentions.ts'
import type { RemoteAuthor } from './author.ts'
import type { RemoteNote } from './reading/note.ts'

export interface Named {
  mentions: NewMention[]
  /** actors that it names and nobody here has met */
  unknown: string[]
}

/**
 * The accounts that a status names, and those of this server that it is only addressed to: they may
 * see it, silently.
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

/** Our accounts under their federation id, also where their page is named. */
export function canonicalUri(config: Config, uri: string): string {
  if (!sameOrigin(uri, config.origin)) return uri
  const name = /^\/@(\w+)\/?$/.exec(URL.parse(uri)?.pathname ?? '')?.[1]
  return name === undefined ? uri : accountUri(config, name)
}

const presentByUri = prepared((db, p: { uris: readonly string[] }) =>
  db
    .selectFrom('account')
    .select(['id', 'uri'])
    .where(textIn(db, 'uri', p.uris))
    .where('activated_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .orderBy('id'),
)

/** Nobody who waits for confirmation or approval is found (S-354), nor anybody who is gone. */
async function accountsByUri(db: Db, uris: readonly string[]): Promise<Map<string, string>> {
  if (uris.length === 0) return new Map()
  const rows = await presentByUri(db, { uris })
  return new Map(rows.map((row) => [row.uri, row.id]))
}
