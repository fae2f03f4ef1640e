import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { Demanded, IdParams, Pagination } from '../../../kernel/http/params.ts'
import type { Routes, Server } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { createAnnouncement, deleteAnnouncement } from '../../announcements/announcements.ts'
import {
  type AnnouncementChange,
  getAnnouncement,
  publishAnnouncement,
  unpublishAnnouncement,
  updateAnnouncement,
} from '../../announcements/change-announcement.ts'
import { previewAnnouncement } from '../../announcements/preview.ts'
import type { Announcement } from '../../announcements/queries.ts'
import { actAs, type Staff } from '../../audit/act.ts'
import { AnnouncementBody, readAnnouncement } from './body.ts'
import { pageOfAnnouncements, renderForStaff } from './serializer.ts'

const PAGE = 40
/** characters of an announcement that label it in the audit log */
const LABEL = 100
const PATH = '/api/rookery/v1/admin/announcements'
const READ = { scope: 'admin:read', permission: 'manageAnnouncements' } as const
const WRITE = { scope: 'admin:write', permission: 'manageAnnouncements' } as const

const PreviewBody = Type.Object({ text: Demanded(Type.String()) })

/** Announcements: Rookery's own, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  addReads(server, app)

  server.post(PATH, { config: WRITE, schema: { body: AnnouncementBody } }, async (request) => {
    const given = readAnnouncement(request.body)
    const { published = true } = request.body
    const id = await actAs(app, request, async (tx, staff) => {
      const id = await createAnnouncement(tx, { ...BLANK, ...given, draft: !published })
      const row = await getAnnouncement(tx.db, id)
      await staff.audit({ action: 'create', target: targetOf(row), details: { published } })
      return id
    })
    return render(app, id)
  })

  // the text as readers get it; its times are drawn by whoever shows it
  server.post(
    `${PATH}/preview`,
    { config: { ...WRITE, readsOnly: true }, schema: { body: PreviewBody } },
    async (request) => previewAnnouncement(app, viewerOf(request).id, request.body.text),
  )

  server.put(
    `${PATH}/:id`,
    { config: WRITE, schema: { params: IdParams, body: AnnouncementBody } },
    async (request) => {
      const { published } = request.body
      const { id } = request.params
      await actAs(app, request, (tx, staff) =>
        change(tx, staff, id, readAnnouncement(request.body), published),
      )
      return render(app, id)
    },
  )

  server.delete(`${PATH}/:id`, { config: WRITE, schema: { params: IdParams } }, async (request) => {
    await actAs(app, request, async (tx, staff) => {
      const row = await getAnnouncement(tx.db, request.params.id)
      await deleteAnnouncement(tx, row.id)
      await staff.audit({ action: 'delete', target: targetOf(row) })
    })
    return {}
  })

  addDeeds(server, app)
}

function addDeeds(server: Server, app: App): void {
  for (const [deed, act] of DEEDS) {
    server.post(
      `${PATH}/:id/${deed}`,
      { config: WRITE, schema: { params: IdParams } },
      async (request) => {
        const { id } = request.params
        await actAs(app, request, async (tx, staff) => {
          if (!(await act(tx, id))) return staff.unchanged()
          await staff.audit({ action: deed, target: targetOf(await getAnnouncement(tx.db, id)) })
        })
        return render(app, id)
      },
    )
  }
}

const DEEDS = [
  ['publish', publishAnnouncement],
  ['unpublish', unpublishAnnouncement],
] as const

const BLANK = { text: '', startsAt: null, endsAt: null, allDay: false, publishAt: null }

function addReads(server: Server, app: App): void {
  server.get(
    PATH,
    { config: READ, schema: { querystring: Pagination } },
    async (request, reply) => {
      const page = pageOf(request.query, PAGE)
      const rows = await pageOfAnnouncements(app.db, page)
      const ids = rows.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return renderForStaff(app, rows)
    },
  )
  server.get(`${PATH}/:id`, { config: READ, schema: { params: IdParams } }, (request) =>
    render(app, request.params.id),
  )
}

/** All changes of one request form one entry of the audit log. */
async function change(
  tx: Tx,
  staff: Staff,
  id: string,
  given: AnnouncementChange,
  published: boolean | undefined,
): Promise<void> {
  const changed = await updateAnnouncement(tx, id, given)
  const isShown = published === true && (await publishAnnouncement(tx, id))
  // an announcement that this request schedules is unpublished already and stays scheduled
  const isHidden =
    published === false && given.publishAt == null && (await unpublishAnnouncement(tx, id))
  const names = [...changed, ...(isShown || isHidden ? ['published'] : [])]
  if (names.length === 0) return staff.unchanged()
  const row = await getAnnouncement(tx.db, id)
  await staff.audit({ action: 'update', target: targetOf(row), details: { changed: names } })
}

function targetOf({ id, text }: Pick<Announcement, 'id' | 'text'>) {
  return { type: 'announcement', id, label: text.slice(0, LABEL) }
}

async function render(app: App, id: string) {
  const [entity] = await renderForStaff(app, [await getAnnouncement(app.db, id)])
  return entity!
}
