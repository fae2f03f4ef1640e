import { isoTime, jsonList, jsonObject, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { paginationLinks } from '../../../kernel/http/link-header.ts'
import { pageOf } from '../../../kernel/http/page-params.ts'
import { Demanded, IdParams, Pagination } from '../../../kernel/http/params.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { loadAccounts } from '../../accounts/serializer.ts'
import { findMailResult } from '../../identity/mail-results.ts'
import {
  checkLetter,
  pageOfStaffMails,
  renderStaffMail,
  type StaffMail,
  writeStaffMail,
} from '../../moderation/staff-mail.ts'
import { actUponUser, demandUser, getTarget } from './target.ts'

const PATH = '/api/rookery/v1/admin/accounts/:id/mails'
const PAGE = 20

const LetterBody = Type.Object({
  subject: Demanded(Type.String()),
  text: Demanded(Type.String()),
})

/** Mails of the staff to people of this server. */
export const mailRoutes: Routes = (server, app) => {
  server.get(
    PATH,
    {
      config: { scope: 'admin:read:accounts', permission: 'manageUsers' },
      schema: { params: IdParams, querystring: Pagination },
    },
    async (request, reply) => {
      const target = await getTarget(app.db, request.params.id)
      const page = pageOf(request.query, PAGE)
      const mails = await pageOfStaffMails(app.db, target.id, page)
      const ids = mails.map(({ id }) => id)
      paginationLinks(request, reply, { ids, limit: page.limit, prev: 'min_id' })
      return jsonList(await renderMails(app, mails))
    },
  )

  // bounces: whether the mail server takes mails for the address
  server.get(
    '/api/rookery/v1/admin/accounts/:id/mail_delivery',
    {
      config: { scope: 'admin:read:accounts', permission: 'manageUsers' },
      schema: { params: IdParams },
    },
    async (request) => {
      const target = await getTarget(app.db, request.params.id)
      demandUser(target)
      const { failedAt, error } = await findMailResult(app.db, target.userId)
      return { failed_at: failedAt === null ? null : isoTime(failedAt), error }
    },
  )

  server.post(
    PATH,
    {
      config: { scope: 'admin:write:accounts', permission: 'manageUsers' },
      schema: { params: IdParams, body: LetterBody },
    },
    (request) =>
      actUponUser(app, request, request.params.id, async (tx, target, staff) => {
        const { subject, text } = request.body
        const letter = { subject, text, staffId: staff.id, accountId: target.id }
        const mail_id = await writeStaffMail(tx, letter)
        return { action: 'mail', details: { mail_id, subject } }
      }),
  )

  // what the person would read, in their language
  server.post(
    `${PATH}/preview`,
    {
      config: { scope: 'admin:write:accounts', permission: 'manageUsers', readsOnly: true },
      schema: { params: IdParams, body: LetterBody },
    },
    async (request) => {
      const target = await getTarget(app.db, request.params.id)
      demandUser(target)
      const { mail, locale } = await renderStaffMail(app, target.id, checkLetter(request.body))
      const { to, senderName, replyTo = null, subject, text } = mail
      return { to, sender: senderName, reply_to: replyTo, language: locale, subject, text }
    },
  )
}

async function renderMails(app: App, mails: readonly StaffMail[]) {
  const writers = mails.flatMap(({ staff_id }) => staff_id ?? [])
  const accounts = await loadAccounts(app, writers)
  return mails.map(({ id, staff_id, subject, text, created_at, sent_at, error }) =>
    jsonObject({
      id: toJson(id),
      account: accounts.get(staff_id ?? '') ?? toJson(null),
      subject: toJson(subject),
      text: toJson(text),
      created_at: toJson(isoTime(created_at)),
      sent_at: toJson(sent_at === null ? null : isoTime(sent_at)),
      error: toJson(error),
    }),
  )
}
