import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyReply } from 'fastify'
import { NotFound } from '../errors.ts'
import type { Routes } from '../http/routes.ts'

/** Made of web/ by `npm run build`; as far from src/ as from the bundle in dist/. */
const FOLDER = fileURLToPath(new URL('../../dist.web/', import.meta.url))
const PREFIX = '/assets/web/'

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}
/** Names as web/vite.config.js gives them: no way leads out of the folder (A56). */
const NAME = /^[A-Za-z][\w.-]*-[\w-]{8}\.(js|css)$/

/** What the document of a program that runs in the browser has to load, as paths of this server. */
export interface Entry {
  script: string
  /** scripts that the first one imports at once */
  imports: string[]
  styles: string[]
}

interface Chunk {
  file: string
  name?: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

/**
 * Finds a program of web/. It is read each time, so that a page shown after a new build takes the new files.
 *
 * @returns null if nothing was built: then `npm run build` is what is missing
 */
export async function findEntry(name: string): Promise<Entry | null> {
  const text = await readIfThere('manifest.json')
  if (text === null) return null
  const chunks = JSON.parse(text.toString()) as Record<string, Chunk>
  const entry = Object.values(chunks).find((chunk) => chunk.isEntry === true && chunk.name === name)
  if (entry === undefined) return null
  const imported = (entry.imports ?? []).flatMap((key) => chunks[key] ?? [])
  return {
    script: PREFIX + entry.file,
    imports: imported.map(({ file }) => PREFIX + file),
    styles: [...imported, entry].flatMap(({ css = [] }) => css.map((file) => PREFIX + file)),
  }
}

/** Files of the build; their names change with their content, so they may be kept for ever. */
export const builtPageRoutes: Routes = (server) => {
  server.get<{ Params: { name: string } }>(`${PREFIX}:name`, (request, reply) =>
    send(reply, request.params.name, String(request.headers['accept-encoding'])),
  )
}

async function send(reply: FastifyReply, name: string, accepted: string): Promise<FastifyReply> {
  const [, type = ''] = NAME.exec(name) ?? []
  const plain = type === '' ? null : await readIfThere(name)
  if (plain === null) throw new NotFound()
  const [suffix, encoding] = encodingFor(accepted)
  const compressed = encoding === '' ? null : await readIfThere(name + suffix)
  if (compressed !== null) reply.header('content-encoding', encoding)
  reply.header('cache-control', 'public, max-age=31536000, immutable')
  reply.header('vary', 'accept-encoding')
  reply.header('x-content-type-options', 'nosniff')
  return reply.type(TYPES[type] ?? '').send(compressed ?? plain)
}

function encodingFor(accepted: string): readonly [suffix: string, name: string] {
  if (/\bbr\b/.test(accepted)) return ['.br', 'br']
  return /\bgzip\b/.test(accepted) ? ['.gz', 'gzip'] : ['', '']
}

async function readIfThere(name: string): Promise<Buffer | null> {
  return readFile(FOLDER + name).catch(() => null)
}
