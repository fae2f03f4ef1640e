import type { FastifyReply } from 'fastify'
import { type FieldErrors, InvalidFields } from '../../../features/accounts/field-errors.ts'
import { enqueueMail } from '../../../features/identity/mail-queue.ts'
import { checkCurrentPassword } from '../../../features/identity/password-changes.ts'
import { deleteAccount } from '../../../features/moderation/delete-account.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { leaveAccount } from '../auth/accounts-here.ts'
import { csrfField, problemsOf } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import { showPage } from '../pages.ts'
import { addressesOf, givenPassword, passwordField } from './password-check.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'

const PATH = '/settings/delete'

export const deletionSection: SettingsSection = {
  path: PATH,
  title: t('Delete account'),
  summary: t('Everything, for good'),
  group: 'data',
  register(frame) {
    const { app, door } = frame
    frame.page({ show: (caller) => showForm(frame, caller, {}) })
    frame.form({
      path: PATH,
      limits: ['sign_in'],
      async submit(caller) {
        const { user } = caller
        const password = await givenPassword(app, caller)
        try {
          await checkCurrentPassword(app, user.userId, password)
        } catch (error) {
          if (!(error instanceof InvalidFields)) throw error
          return showForm(frame, caller, error.fields)
        }
        const { email: to } = await addressesOf(app, caller)
        await app.transact(async (tx) => {
          await deleteAccount(tx, user.id)
          enqueueMail(tx, {
            template: 'account_deleted',
            to,
            username: user.username,
            locale: user.locale,
          })
        })
        await leaveAccount(app, door, caller)
        return showGone(frame, caller)
      },
    })
  },
}

async function showForm(
  frame: SettingsFrame,
  caller: SignedIn,
  errors: FieldErrors,
): Promise<FastifyReply> {
  const { user, visitor } = caller
  const id = 'user_current_password'
  const problems = problemsOf(errors, { current_password: id })
  const body = html`<section class="card" aria-labelledby="consequences">
<h2 id="consequences">${t('What happens')}</h2>
<ul>
<li>${rich('Your profile, posts, pictures and everything else of {username} are removed from this server: at once from sight, and in the background from its disk.', { username: html`<strong class="break">@${user.username}@${frame.app.config.handleDomain}</strong>` })}</li>
<li>${t('Other servers are asked to delete what they have of you. Most do so; nobody can make them.')}</li>
<li>${t('Every browser and app is signed out, and your e-mail address and password are forgotten.')}</li>
<li>${t('The name is never given to anybody again, not to you either.')}</li>
<li>${rich('This <strong>cannot be undone</strong>, by nobody.', { strong: (text: SafeHtml) => html`<strong>${text}</strong>` })}</li>
</ul>
<p>${rich('Would you rather take your followers to another account? Then <link>move</link> first. You can also stay and change your <link2>e-mail address or password</link2>.', { link: (text: SafeHtml) => html`<a href="/settings/migration">${text}</a>`, link2: (text: SafeHtml) => html`<a href="/settings/account">${text}</a>` })}</p>
</section>
<section class="card" aria-labelledby="delete">
<h2 id="delete">${t('Delete your account')}</h2>
${problems.summary}
<form method="post" action="${PATH}" class="stack" novalidate>
${csrfField(visitor)}
<input type="text" name="username" value="${user.username}" autocomplete="username" hidden>
${passwordField(id, problems.of('current_password'))}
<button class="button danger">${t('Delete my account for good')}</button>
</form>
</section>`
  return frame.show(caller, { body, status: Object.keys(errors).length === 0 ? 200 : 422 })
}

function showGone({ app }: SettingsFrame, caller: SignedIn): Promise<FastifyReply> {
  const body = html`<div class="card">
<h1>${t('Your account was deleted')}</h1>
<p>${t('It is gone from sight, and the rest is removed in the background. Thank you for having been here.')}</p>
<p><a class="button secondary" href="/">${t('Go to the start page')}</a></p>
</div>`
  return showPage(app, caller, { title: t('Your account was deleted'), body, bare: true })
}
