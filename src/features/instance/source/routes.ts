import type { Config } from '../../../kernel/base/config.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import type { Settings } from '../settings.ts'
import { SOFTWARE } from '../software.ts'
import { createArchive } from './archive.ts'

/** Path of the server's source code, which AGPL section 13 requires to offer to its users. */
export const SOURCE_PATH = '/source.tar.gz'

/** The URL of the source code. */
export function sourceUrlOf(
  { origin }: Pick<Config, 'origin'>,
  { source_url }: Pick<Settings, 'source_url'>,
): string {
  return source_url || `${origin}${SOURCE_PATH}`
}

export const routes: Routes = (server, app) => {
  const find = createArchive(app)
  server.get(SOURCE_PATH, { exposeHeadRoute: false }, async (_request, reply) => {
    const file = await find()
    const { size, mtimeMs } = await file.stat()
    const name = `${SOFTWARE.name}-${SOFTWARE.version}.tar.gz`
    return reply
      .headers({
        'content-type': 'application/gzip',
        'content-length': size,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'public, max-age=3600',
        'last-modified': new Date(mtimeMs).toUTCString(),
        'x-content-type-options': 'nosniff',
      })
      .send(file.createReadStream())
  })
}
