import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { NotFound } from '../errors.ts'
import type { Routes } from '../http/routes.ts'
import type { KeptKind } from '../kept.ts'
import { type Encoding, encodingFor } from './encodings.ts'

/** Made of web/ by `npm run build`; as far from src/ as from the bundle in dist/. */
const FOLDER = fileURLToPath(new URL('../../dist.web/', import.meta.url))
const PREFIX = '/assets/web/'

const WORKER = '/service-worker.js'
/** it may ask this server, and nothing else */
const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}
/** of the files that lie beside the plain ones */
const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz' }
/** Names as web/vite.config.js gives them: no way leads out of the folder (A56). */
const NAME = /^[A-Za-z][\w.-]*-[\w-]{8}\.(js|css)$/

/** What the document of a program that runs in the browser has to load, as paths of this server. */
export interface Entry {
  script: string
  /** further scripts that are needed at once */
  imports: string[]
  styles: string[]
  /** asks for what the page shows first, and needs nothing else: web/first-reads.ts */
  firstReads: string
}

interface Chunk {
  file: string
  name?: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

/** What was built, by its source; an object, as that is what can be kept. */
type Manifest = Record<string, Chunk>

/** read again when another build took its place, so that a page shown after it takes the new files */
const MANIFEST: KeptKind<Manifest> = {
  name: 'built_pages',
  maxBytes: 1_000_000,
  bytesOf: (manifest) => 200 * Object.keys(manifest).length,
}

/**
 * Finds a program of web/.
 *
 * @param page folder of one of its pages: what that needs is loaded with the program, not after it
 * @returns null if nothing was built: then `npm run build` is what is missing
 */
export async function findEntry(
  app: Pick<App, 'kept'>,
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
    firstReads: PREFIX + firstReads,
  }
}

async function readManifest({ kept }: Pick<App, 'kept'>): Promise<Manifest | null> {
  const file = await stat(`${FOLDER}manifest.json`).catch(() => null)
  if (file === null) return null
  const known = kept.get(MANIFEST, '', file.mtimeMs)
  if (known !== undefined) return known
  const text = await readIfThere('manifest.json')
  if (text === null) return null
  const read = JSON.parse(text.toString()) as Manifest
  kept.set(MANIFEST, '', file.mtimeMs, read)
  return read
}

/** Chunks with all that they import at once; what others rest upon comes first, as their styles do. */
function withImports(chunks: Manifest, keys: readonly string[], found = new Set<string>()) {
  for (const key of keys) {
    if (found.has(key)) continue
    withImports(chunks, chunks[key]?.imports ?? [], found)
    found.add(key)
  }
  return found
}

/**
 * Files of the build; their names change with their content, so they may be kept for ever. Only the service
 * worker stays at its address, by which browsers know it; they ask whether it changed.
 */
export const builtPageRoutes: Routes = (server, app) => {
  server.get(WORKER, async (request, reply) => {
    const entry = await findEntry(app, 'worker')
    if (entry === null) throw new NotFound()
    reply.header('service-worker-allowed', '/')
    reply.header('content-security-policy', WORKER_POLICY)
    const name = entry.script.slice(PREFIX.length)
    await send(reply, name, request.headers['accept-encoding'], 'no-cache')
    return reply
  })

  server.get<{ Params: { name: string } }>(`${PREFIX}:name`, (request, reply) =>
    send(reply, request.params.name, request.headers['accept-encoding']),
  )
}

async function send(
  reply: FastifyReply,
  name: string,
  accepted: string | string[] | undefined,
  keep = 'public, max-age=31536000, immutable',
): Promise<FastifyReply> {
  const [, type = ''] = NAME.exec(name) ?? []
  const plain = type === '' ? null : await readIfThere(name)
  if (plain === null) throw new NotFound()
  const encoding = encodingFor(String(accepted))
  const compressed = encoding === null ? null : await readIfThere(name + SUFFIXES[encoding])
  if (encoding !== null && compressed !== null) reply.header('content-encoding', encoding)
  reply.header('cache-control', keep)
  reply.header('vary', 'accept-encoding')
  reply.header('x-content-type-options', 'nosniff')
  return reply.type(TYPES[type] ?? '').send(compressed ?? plain)
}

async function readIfThere(name: string): Promise<Buffer | null> {
  return readFile(FOLDER + name).catch(() => null)
}
