import { readFile, stat } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { FastifyReply } from 'fastify'
import { namesTag } from '../../kernel/base/entity-tags.ts'
import { NotFound } from '../../kernel/base/errors.ts'
import type { VersionedKind } from '../../kernel/cache/versioned-cache.ts'
import type { App } from '../../kernel/core/app.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { type Encoding, encodingFor } from './encodings.ts'

/** `npm run build` makes it from web/; src/ and the bundle in dist/ are equally deep, so the path fits both. */
const FOLDER = fileURLToPath(new URL('../../../dist.web/', import.meta.url))
const PREFIX = '/assets/web/'

const WORKER = '/service-worker.js'
/** the worker may fetch from this server only */
const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}
/** suffixes of the compressed files beside the plain ones */
const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz' }
/** Names as web/vite.config.js makes them, without a path that leads out of the folder (A56). */
const NAME = /^[A-Za-z][\w.-]*-[\w-]{8}\.(js|css)$/

/** Files that the document of a browser program loads, as paths of this server. */
export interface Entry {
  script: string
  /** scripts that the entry script imports statically */
  imports: string[]
  styles: string[]
  /** scripts with the program's words, by language */
  catalogues: Record<string, string[]>
  /** script that fetches the page's first API paths and imports nothing else: web/first-reads.ts */
  firstReads: string
}

interface Chunk {
  file: string
  name?: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

/** Vite's manifest: chunks by source file. An object, as the cache stores objects. */
type Manifest = Record<string, Chunk>

/** re-read when a new build replaces the files, so that the next page loads the new files */
const MANIFEST: VersionedKind<Manifest> = {
  name: 'built_pages',
  maxBytes: 1_000_000,
  bytesOf: (manifest) => 200 * Object.keys(manifest).length,
}

/**
 * Finds the files of a program of web/.
 *
 * @param page folder of one of its pages, whose chunks load together with the program, not after it
 * @returns null before `npm run build`
 */
export async function findEntry(
  app: Pick<App, 'versioned'>,
  name: string,
  page?: string,
): Promise<Entry | null> {
  const chunks = await readManifest(app)
  if (chunks === null) return null
  const all = Object.entries(chunks)
  const [key] = all.find(([, chunk]) => chunk.isEntry === true && chunk.name === name) ?? []
  if (key === undefined) return null
  const wanted = page === undefined ? [key] : [key, `${name}/pages/${page}/page.tsx`]
  const loaded = [...withImports(chunks, wanted)].flatMap((one) => chunks[one] ?? [])
  const script = chunks[key]?.file ?? ''
  const firstReads = all.find(([, chunk]) => chunk.name === 'first-reads')?.[1].file ?? ''
  return {
    script: PREFIX + script,
    imports: loaded.flatMap(({ file }) => (file === script ? [] : [PREFIX + file])),
    styles: loaded.flatMap(({ css = [] }) => css.map((file) => PREFIX + file)),
    catalogues: cataloguesOf(chunks, name),
    firstReads: PREFIX + firstReads,
  }
}

function cataloguesOf(chunks: Manifest, program: string): Record<string, string[]> {
  const table = Object.entries(chunks).find(
    ([key]) => key.startsWith(`${program}/`) && key.endsWith('/catalogues.ts'),
  )
  const files = Object.entries(chunks).flatMap(([key, { file }]) => {
    const [, tag, of] = /\/locales\/([\w-]+)\.po\?(\w+)$/.exec(key) ?? []
    return tag !== undefined && of === program ? [[tag, file] as const] : []
  })
  const paths = (file: string) => [table?.[1].file, file].filter((one) => one !== undefined)
  return Object.fromEntries(
    files.map(([tag, file]) => [tag, paths(file).map((path) => PREFIX + path)]),
  )
}

async function readManifest({ versioned }: Pick<App, 'versioned'>): Promise<Manifest | null> {
  const file = await stat(`${FOLDER}manifest.json`).catch(() => null)
  if (file === null) return null
  const known = versioned.get(MANIFEST, '', file.mtimeMs)
  if (known !== undefined) return known
  const text = await readIfThere('manifest.json')
  if (text === null) return null
  const read = JSON.parse(text.toString()) as Manifest
  versioned.set(MANIFEST, '', file.mtimeMs, read)
  return read
}

/** Chunks with all static imports; a dependency comes before its importers, which gives the order of the styles. */
function withImports(chunks: Manifest, keys: readonly string[], found = new Set<string>()) {
  for (const key of keys) {
    if (found.has(key)) continue
    withImports(chunks, chunks[key]?.imports ?? [], found)
    found.add(key)
  }
  return found
}

/**
 * Files of the build. Their names change with their content, so they may be cached for ever. Only the service worker
 * keeps its address, as browsers identify it by that; they revalidate it.
 */
export const builtPageRoutes: Routes = (server, app) => {
  server.get(WORKER, async (request, reply) => {
    const entry = await findEntry(app, 'worker')
    if (entry === null) throw new NotFound()
    reply.header('service-worker-allowed', '/')
    reply.header('content-security-policy', WORKER_POLICY)
    const name = entry.script.slice(PREFIX.length)
    await send(reply, name, request.headers, 'no-cache')
    return reply
  })

  server.get<{ Params: { name: string } }>(`${PREFIX}:name`, (request, reply) =>
    send(reply, request.params.name, request.headers),
  )
}

async function send(
  reply: FastifyReply,
  name: string,
  { 'accept-encoding': accepted, 'if-none-match': known }: IncomingHttpHeaders,
  keep = 'public, max-age=31536000, immutable',
): Promise<FastifyReply> {
  const [, type = ''] = NAME.exec(name) ?? []
  const plain = type === '' ? null : await readIfThere(name)
  if (plain === null) throw new NotFound()
  // the name has a hash of the content
  const tag = `W/"${name}"`
  reply.headers({ 'cache-control': keep, etag: tag, vary: 'accept-encoding' })
  if (namesTag(known, tag)) return reply.code(304).send()
  const encoding = encodingFor(accepted)
  const compressed = encoding === null ? null : await readIfThere(name + SUFFIXES[encoding])
  if (encoding !== null && compressed !== null) reply.header('content-encoding', encoding)
  reply.header('x-content-type-options', 'nosniff')
  return reply.type(TYPES[type] ?? '').send(compressed ?? plain)
}

async function readIfThere(name: string): Promise<Buffer | null> {
  return readFile(FOLDER + name).catch(() => null)
}
