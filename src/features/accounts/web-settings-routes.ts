import { Unauthorized, Unprocessable } from '../../kernel/base/errors.ts'
import { viewerOf } from '../../kernel/http/auth.ts'
import type { Routes } from '../../kernel/http/routes.ts'
import { Type } from '../../kernel/http/schema.ts'
import {
  changeWebSettings,
  saveWebSettings,
  WEB_SETTINGS_SIZE,
  type WebSettings,
} from './web-settings.ts'

const SettingsBody = Type.Object({ data: Type.Unsafe<unknown>({ published: { type: 'object' } }) })

/**
 * For the web client only; the document that starts it contains these settings. PUT replaces all of them, PATCH those
 * that it names: two browsers that change different ones keep each other's (S-749).
 */
export const webSettingsRoutes: Routes = (server, app) => {
  server.route({
    method: ['PUT', 'PATCH'],
    url: '/api/web/settings',
    // form encoding may take three bytes for one
    config: { scope: 'write:accounts', maxBody: 3 * WEB_SETTINGS_SIZE },
    schema: { body: SettingsBody },
    handler: async (request) => {
      const viewer = viewerOf(request)
      if (request.auth?.sessionId == null) {
        throw new Unauthorized('This method requires a session')
      }
      const { data } = request.body as { data: unknown }
      if (!isRecord(data)) throw new Unprocessable('data must be an object')
      const save = request.method === 'PATCH' ? changeWebSettings : saveWebSettings
      await app.transact((tx) => save(tx, viewer.id, data))
      return {}
    },
  })
}

const isRecord = (value: unknown): value is WebSettings =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
