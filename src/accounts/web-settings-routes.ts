import { Unauthorized, Unprocessable } from '../errors.ts'
import { viewerOf } from '../http/auth.ts'
import type { Routes } from '../http/routes.ts'
import { Type } from '../http/schema.ts'
import { saveWebSettings, WEB_SETTINGS_SIZE, type WebSettings } from './web-settings.ts'

const SettingsBody = Type.Object({ data: Type.Unsafe<unknown>({ published: { type: 'object' } }) })

/** Of the web client alone; the document that starts it carries what is stored here. */
export const webSettingsRoutes: Routes = (server, app) => {
  server.route({
    method: ['PUT', 'PATCH'],
    url: '/api/web/settings',
    // a form may write a byte with three
    config: { scope: 'write:accounts', maxBody: 3 * WEB_SETTINGS_SIZE },
    schema: { body: SettingsBody },
    handler: async (request) => {
      const viewer = viewerOf(request)
      if (request.auth?.sessionId == null) {
        throw new Unauthorized('This method requires a session')
      }
      const { data } = request.body as { data: unknown }
      if (!isRecord(data)) throw new Unprocessable('data must be an object')
      await app.transact((tx) => saveWebSettings(tx, viewer.id, data))
      return {}
    },
  })
}

const isRecord = (value: unknown): value is WebSettings =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
