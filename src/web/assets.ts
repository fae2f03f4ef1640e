import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { NotFound } from '../errors.ts'
import type { Routes } from '../http/routes.ts'
import { compress, type Encoding, encodingFor } from './encodings.ts'

const TYPES = {
  'styles.css': 'text/css; charset=utf-8',
  'passkeys.js': 'text/javascript; charset=utf-8',
  'profile.js': 'text/javascript; charset=utf-8',
  'crop.js': 'text/javascript; charset=utf-8',
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

interface Asset {
  type: string
  content: Buffer
  /** changes with the content */
  version: string
  /** the content of texts as it was sent, made when somebody asks first */
  encoded: Partial<Record<Encoding, Promise<Buffer>>>
}

/** The files that ship with the server, few and small enough to be kept. */
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

/** The tokens come first; `web/` takes them from the same file. */
function styles(): Buffer {
  return Buffer.concat([read('./tokens.css'), read('./styles.css')])
}

/** Path of an asset for pages of ours; it may be kept for ever, as a changed file has another one. */
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
  const encoding = IS_TEXT.test(asset.type) ? encodingFor(String(headers['accept-encoding'])) : null
  const etag = `"${asset.version}${encoding === null ? '' : `-${encoding}`}"`
  const lifetime = version === asset.version ? 'max-age=31536000, immutable' : 'max-age=3600'
  reply.header('cache-control', `public, ${lifetime}`)
  reply.header('etag', etag)
  reply.header('vary', 'accept-encoding')
  reply.header('x-content-type-options', 'nosniff')
  // pictures of profiles are shown by clients on other origins
  reply.header('access-control-allow-origin', '*')
  reply.header('cross-origin-resource-policy', 'cross-origin')
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  reply.type(asset.type)
  if (encoding === null) return reply.send(asset.content)
  reply.header('content-encoding', encoding)
  asset.encoded[encoding] ??= compress[encoding](asset.content)
  return reply.send(await asset.encoded[encoding])
}

const IS_TEXT = /^(text|image\/svg)/
