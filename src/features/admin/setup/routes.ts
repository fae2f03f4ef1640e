import { Unprocessable } from '../../../kernel/base/errors.ts'
import { isoTime, type JsonText, toJson } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { viewerOf } from '../../../kernel/http/auth.ts'
import type { Routes } from '../../../kernel/http/routes.ts'
import { Type } from '../../../kernel/http/schema.ts'
import { renderMail } from '../../../kernel/mail/template.ts'
import { wordsFor } from '../../../kernel/text/catalogues.ts'
import { t } from '../../../kernel/text/messages.ts'
import { actAs } from '../../audit/act.ts'
import { settings } from '../../instance/settings.ts'
import { setupMarks } from '../../instance/setup-marks.ts'
import { loadSetupState, mailHostOf, STEPS, type Step } from './steps.ts'

const PATH = '/api/rookery/v1/admin/setup'
const READ = { scope: 'admin:read', permission: 'manageSettings' } as const
const WRITE = { scope: 'admin:write', permission: 'manageSettings' } as const

const StepName = Type.Unsafe<Step>(Type.Union(STEPS.map((name) => Type.Literal(name as string))))
const Hidden = Type.Object({
  hidden: Type.Array(StepName, {
    maxItems: STEPS.length,
  }),
})

/** The checklist of a new server: Rookery's own, see docs/spec/surface.tsv. */
export const routes: Routes = (server, app) => {
  server.get(PATH, { config: READ }, () => renderSetup(app))

  server.put(PATH, { config: WRITE, schema: { body: Hidden } }, async (request) => {
    const hidden = STEPS.filter((name) => request.body.hidden.includes(name))
    await actAs(app, request, async (tx, staff) => {
      const before = (await setupMarks.load(tx.db)).hidden
      if (before.join() === hidden.join()) return staff.unchanged()
      await setupMarks.save(tx, 'hidden', hidden)
      await staff.audit({ action: 'hide_steps', target: SETUP, details: { hidden } })
    })
    return renderSetup(app)
  })

  server.post(
    `${PATH}/test_mail`,
    { config: { ...WRITE, limits: ['confirmations'] } },
    async (request) => {
      const to = await sendTestMail(app, viewerOf(request).userId)
      const host = mailHostOf(app.config)
      await actAs(app, request, async (tx, staff) => {
        if (host !== null) await setupMarks.save(tx, 'mail', { at: tx.now, host })
        await staff.audit({ action: 'test_mail', target: SETUP })
      })
      return { to, delivered: host === null ? 'file' : 'mail_server', mail_host: host }
    },
  )
}

const SETUP = { type: 'setting', id: null, label: 'setup' } as const

async function renderSetup(app: App): Promise<JsonText> {
  const { done, marks, backup, mailHost } = await loadSetupState(app)
  return toJson({
    steps: STEPS.map((name) => ({ name, done: done[name], hidden: marks.hidden.includes(name) })),
    mail_host: mailHost,
    mail_tested_at: marks.mail === null ? null : isoTime(marks.mail.at),
    backup_at: backup === null ? null : isoTime(backup.at),
  })
}

/**
 * Sends a mail to the caller and waits for the mail server, unlike other mails, as its answer is what the caller asks for.
 *
 * @returns the address
 * @throws Unprocessable with the words of the mail server
 */
async function sendTestMail(app: App, userId: string): Promise<string> {
  const { email, locale } = await app.db
    .selectFrom('local_user')
    .select(['email', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { title, languages } = await app.cached.get(settings)
  const { origin } = app.config
  const content = {
    to: email,
    serverName: title,
    subject: t('A test mail from {title}', { title }),
    paragraphs: [
      t('{address} can send mails: this one was asked for on its dashboard.', { address: origin }),
      t(
        'If it arrived among the unwanted mail, the records of your domain for mail need attention (SPF, DKIM, DMARC).',
      ),
    ],
  }
  const mail = renderMail(content, wordsFor(locale, ...languages))
  try {
    await app.mailer.send(mail)
  } catch (error) {
    throw new Unprocessable(error instanceof Error ? error.message : String(error), {
      cause: error,
    })
  }
  return email
}
