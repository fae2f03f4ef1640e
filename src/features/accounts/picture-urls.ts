import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Config } from '../../kernel/base/config.ts'
import { assetUrl, fileUrl, proxiedPictureUrl } from '../../kernel/base/urls.ts'
import { NO_PICTURES } from './pictures.ts'
import type { AccountTable } from './tables.ts'

/** Columns of a local or remote account without pictures. */
export const NO_SHOWN_PICTURES = {
  ...NO_PICTURES,
  avatar_remote_url: null,
  header_remote_url: null,
} as const

type Pictures = Pick<Selectable<AccountTable>, keyof typeof NO_SHOWN_PICTURES>

/** URLs and descriptions of an account's pictures, as its entity shows them. */
export function pictureUrls(config: Config, accountId: string, row: Pictures) {
  const avatar = urlsOf(config, accountId, row, 'avatar')
  const header = urlsOf(config, accountId, row, 'header')
  return {
    avatar: avatar.url,
    avatar_static: avatar.staticUrl,
    avatar_description: row.avatar_description,
    header: header.url,
    header_static: header.staticUrl,
    header_description: row.header_description,
  }
}

function urlsOf(config: Config, accountId: string, row: Pictures, kind: 'avatar' | 'header') {
  const remote = row[`${kind}_remote_url`]
  if (remote !== null) return proxiedPictureUrl(config, accountId, kind, versionOf(remote))
  const url = (key: string | null) =>
    key === null ? assetUrl(config, `${kind}.png`) : fileUrl(config, key)
  return { url: url(row[`${kind}_key`]), staticUrl: url(row[`${kind}_static_key`]) }
}

/** A changed remote URL means a changed picture. */
function versionOf(remoteUrl: string): string {
  return createHash('sha256').update(remoteUrl).digest('base64url').slice(0, 8)
}
