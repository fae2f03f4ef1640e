import { describeMediaPlace } from '../../../kernel/base/media-place.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { measureStorage } from '../../health/storage-use.ts'
import { settings } from '../../instance/settings.ts'

/** Disk usage of this server. */
export const routes: Routes = (server, app) => {
  server.get(
    '/api/rookery/v1/admin/storage',
    { config: { scope: 'admin:read', permission: 'devops' } },
    async () => {
      const [usage, { media_cache_size: limit }] = [
        await measureStorage(app.slowDb, app.config),
        await app.cached.get(settings),
      ]
      return {
        ...usage,
        cached_media: { ...usage.cached_media, limit },
        backups: null,
        media_storage: describeMediaPlace(app.config),
      }
    },
  )
}
