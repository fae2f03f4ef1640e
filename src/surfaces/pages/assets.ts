import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { namesTag } from '../../kernel/base/entity-tags.ts'
import { NotFound } from '../../kernel/base/errors.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { compress, type Encoding, encodingFor } from './encodings.ts'

const TYPES = {
  'styles.css': 'text/css; charset=utf-8',
  'passkeys.js': 'text/javascript; charset=utf-8',
  'progress.js': 'text/javascript; charset=utf-8',
  'logo.svg': 'image/svg+xml',
  'favicon.ico': 'image/x-icon',
  'icon-180.png': 'image/png',
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
  'preview.png': 'image/png',
  'avatar.png': 'image/png',
  'header.png': 'image/png',
} as const
export type AssetName = keyof typeof TYPES

/**
 * Files of `styles/` that make up styles.css, in cascade order: a later file overrides an earlier one at equal
 * specificity. `web/` imports the same tokens and the same frame.
 */
const STYLESHEETS = [
  'tokens',
  'elements',
  'layout',
  'frame',
  'frame-wide',
  'account-menu',
  'menu-sheet',
  'buttons',
  'forms',
  'notices',
  'auth',
  'error-page',
  'public-layout',
  'public-status',
  'public-thread',
  'public-media',
  'public-poll',
  'public-profile',
  'drawings',
  'landing-and-about',
  'landing-columns',
  'embed',
  'settings',
  'settings-pictures',
  'health',
  'screen-widths',
  'developers',
  'accounts-here',
]

interface Asset {
  type: string
  content: Buffer
  /** hash of the content */
  version: string
  /** compressed content of text files, made at the first request that accepts it */
  encoded: Partial<Record<Encoding, Promise<Buffer>>>
}

/** The files that ship with the server, few and small enough to stay in memory. */
const assets: ReadonlyMap<string, Asset> = new Map(
  Object.entries(TYPES).map(([name, type]) => {
    const content = name === 'styles.css' ? styles() : read(`./assets/${name}`)
    const version = hash('sha256', content, 'hex').slice(0, 12)
    return [name, { type, content, version, encoded: {} }]
  }),
)

function read(path: string): Buffer {
  return readFileSync(new URL(path, import.meta.url))
}

function styles(): Buffer {
  return Buffer.concat(STYLESHEETS.map((name) => read(`./styles/${name}.css`)))
}

/** Path of an asset with its version; browsers may cache it for ever, as changed content changes the version. */
export function assetPath(name: AssetName): string {
  return `/assets/${name}?v=${assets.get(name)?.version}`
}

export const assetRoutes: Routes = (server) => {
  server.get<{ Params: { name: string }; Querystring: { v?: string } }>(
    '/assets/:name',
    (request, reply) => sendAsset(reply, request.params.name, request.query.v, request.headers),
  )
  server.get('/favicon.ico', (request, reply) =>
    sendAsset(reply, 'favicon.ico', undefined, request.headers),
  )
}

interface AskedHow {
  'if-none-match'?: string | undefined
  'accept-encoding'?: string | string[] | undefined
}

async function sendAsset(
  reply: FastifyReply,
  name: string,
  version: string | undefined,
  headers: AskedHow,
): Promise<FastifyReply> {
  const asset = assets.get(name)
  if (asset === undefined) throw new NotFound()
  const encoding = IS_TEXT.test(asset.type) ? encodingFor(headers['accept-encoding']) : null
  const etag = `"${asset.version}${encoding === null ? '' : `-${encoding}`}"`
  const lifetime = version === asset.version ? 'max-age=31536000, immutable' : 'max-age=3600'
  reply.header('cache-control', `public, ${lifetime}`)
  reply.header('etag', etag)
  reply.header('vary', 'accept-encoding')
  reply.header('x-content-type-options', 'nosniff')
  // clients on other origins show the default avatars and headers
  reply.header('access-control-allow-origin', '*')
  reply.header('cross-origin-resource-policy', 'cross-origin')
  if (namesTag(headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type(asset.type)
  if (encoding === null) return reply.send(asset.content)
  reply.header('content-encoding', encoding)
  asset.encoded[encoding] ??= compress[encoding](asset.content)
  return reply.send(await asset.encoded[encoding])
}

const IS_TEXT = /^(text|image\/svg)/
