import type { Config } from './config.ts'

type Origin = Pick<Config, 'origin'>

/** Federation ids, for ever: a name is never given twice. */
export function accountUri({ origin }: Origin, username: string): string {
  return `${origin}/users/${username}`
}

/** The page for people. */
export function accountUrl({ origin }: Origin, username: string): string {
  return `${origin}/@${username}`
}

export function statusUri({ origin }: Origin, username: string, statusId: string): string {
  return `${origin}/users/${username}/statuses/${statusId}`
}

export function statusUrl({ origin }: Origin, username: string, statusId: string): string {
  return `${origin}/@${username}/${statusId}`
}

/** @param name normalised or as written */
export function tagUrl({ origin }: Origin, name: string): string {
  return `${origin}/tags/${encodeURIComponent(name)}`
}

/** Where a stored file is served. */
export function fileUrl({ origin }: Origin, key: string): string {
  return `${origin}/system/${key}`
}

/** A file that ships with the server (`src/web/assets`). */
export function assetUrl({ origin }: Origin, name: string): string {
  return `${origin}/assets/${name}`
}
