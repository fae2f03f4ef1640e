import { settings } from '../../features/instance/settings.ts'
import { ACCENTS } from '../../kernel/base/accents.ts'
import { NotFound } from '../../kernel/base/errors.ts'
import { type Palettes, paletteStyles, palettesOf } from '../../kernel/base/palette.ts'
import type { Routes } from '../../kernel/http/routes.ts'

const NAMED: readonly string[] = Object.values(ACCENTS)
/** the named accents, and the server's colour as it was changed */
const MOST = NAMED.length + 8
const made = new Map<string, Palettes>()

/** The shades of a named accent or of the server's colour, made once. @param colour as `#5b46c9` */
export function palettesFor(colour: string): Palettes {
  const known = made.get(colour)
  if (known !== undefined) return known
  const palettes = palettesOf(colour)
  const [oldest] = made.keys()
  if (made.size >= MOST && oldest !== undefined) made.delete(oldest)
  made.set(colour, palettes)
  return palettes
}

/** Style sheets of colours, at addresses that name them. Only those in use are made: strangers may ask for any. */
export const colourRoutes: Routes = (server, app) => {
  server.get<{ Params: { file: string } }>('/colours/:file', async (request, reply) => {
    const [, name = ''] = /^([0-9a-f]{6})\.css$/.exec(request.params.file) ?? []
    const colour = `#${name}`
    const { accent_colour } = await app.cached.get(settings)
    if (!NAMED.includes(colour) && colour !== accent_colour) throw new NotFound()
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    reply.header('x-content-type-options', 'nosniff')
    return reply.type('text/css; charset=utf-8').send(paletteStyles(palettesFor(colour)))
  })
}
