import type { FastifyRequest } from 'fastify'
import { ValidationFailed } from '../../../kernel/base/errors.ts'
import type { JsonText } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { wordsOfPage } from '../../../kernel/http/locale.ts'
import { Upload } from '../../../kernel/http/params.ts'
import type { Routes, Server } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { actAs } from '../../audit/act.ts'
import { changeSettings, settingsAudit } from '../../instance/change-settings.ts'
import {
  BANNER_DESCRIPTION,
  changePicture,
  type PictureSetting,
  saveBanner,
  saveIcon,
} from '../../instance/pictures.ts'
import { TEXT_SETTINGS } from '../../instance/setting-values.ts'
import { loadSettings } from '../../instance/settings.ts'
import { inputOf } from '../../media/upload-input.ts'
import { readChanges } from './read-changes.ts'
import { presentSchema, presentSettings } from './serializer.ts'
import { settingShape } from './setting-shape.ts'

const PATH = '/api/rookery/v1/admin/settings'
const READ = { scope: 'admin:read', permission: 'manageSettings' } as const
const WRITE = { scope: 'admin:write', permission: 'manageSettings' } as const

/** Only documents the body: unknown names must be refused, not removed by validation. */
const Body = Type.Unsafe<Record<string, unknown>>({
  properties: Object.fromEntries(
    TEXT_SETTINGS.map((name) => [name, Type.Unsafe({ published: settingShape(name) })]),
  ),
})
const Picture = Type.Union([Upload, Type.String()])
const BannerBody = Type.Object({
  file: Type.Optional(Picture),
  description: Type.Optional(Type.String({ maxLength: BANNER_DESCRIPTION })),
})
const IconBody = Type.Object({ file: Picture })

/** Settings of the running server: Rookery's own, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  const render = async () => presentSettings(app.config, await loadSettings(app.db))

  server.get(PATH, { config: READ }, render)
  server.get(`${PATH}/schema`, { config: READ }, async (request) =>
    presentSchema(wordsOfPage(request)),
  )

  server.put(PATH, { config: WRITE, schema: { body: Body } }, async (request) => {
    const changes = readChanges(request.body, app.clock())
    await actAs(app, request, async (tx, staff) => {
      const changed = await changeSettings(tx, changes)
      if (changed.length === 0) return staff.unchanged()
      await staff.audit(settingsAudit(changed))
    })
    return render()
  })

  addPictures(server, app, render)
}

function addPictures(server: Server, app: App, render: () => Promise<JsonText>): void {
  server.put(`${PATH}/banner`, { config: WRITE, schema: { body: BannerBody } }, async (request) => {
    const { file, description } = request.body
    const input = file === undefined || file === '' ? undefined : inputOf(file)
    if (input === undefined && (await loadSettings(app.db)).banner === null) {
      throw new ValidationFailed("File can't be blank")
    }
    await saveBanner(app, { input, description }, asPicture(app, request, 'banner'))
    return render()
  })

  server.put(`${PATH}/icon`, { config: WRITE, schema: { body: IconBody } }, async (request) => {
    await saveIcon(app, inputOf(request.body.file), asPicture(app, request, 'icon'))
    return render()
  })

  for (const name of ['banner', 'icon'] as const) {
    server.delete(`${PATH}/${name}`, { config: WRITE }, async (request) => {
      await asPicture(app, request, name)((tx) => changePicture(tx, name, null))
      return render()
    })
  }
}

/** Runs a staff transaction that changes a picture; `change` returns whether anything changed. */
function asPicture(app: App, request: FastifyRequest, name: PictureSetting) {
  return (change: (tx: Tx) => Promise<boolean>) =>
    actAs(app, request, async (tx, staff) => {
      if (!(await change(tx))) return staff.unchanged()
      const action = request.method === 'DELETE' ? 'remove_picture' : 'update_picture'
      await staff.audit({ action, target: { type: 'setting', id: null, label: name } })
    })
}
