import type { FastifyReply } from 'fastify'
import { type FieldErrors, InvalidFields } from '../../../features/accounts/field-errors.ts'
import { reauthenticate } from '../../../features/identity/reauthentication.ts'
import { html } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { csrfField, problemsOf } from '../frame/forms.ts'
import { ownPath } from '../frame/own-path.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import { goTo, textOf } from '../pages.ts'
import { CONFIRM, INDEX } from './frame.ts'
import { givenPassword, passwordField } from './password-check.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'

/** Asks for the password again before security settings; not in the list of sections. */
export const confirmSection: SettingsSection = {
  path: CONFIRM,
  title: t('Is it you?'),
  summary: '',
  group: 'account',
  register(frame) {
    const { app } = frame
    frame.page({
      show: (caller) => showForm(frame, caller, textOf(caller.request.query, 'return_to'), {}),
    })
    frame.form({
      path: CONFIRM,
      limits: ['sign_in'],
      async submit(caller) {
        const returnTo = textOf(caller.request.body, 'return_to')
        const { sessionId, user } = caller
        const password = await givenPassword(app, caller)
        try {
          await reauthenticate(app, { userId: user.userId, sessionId }, password)
        } catch (error) {
          if (!(error instanceof InvalidFields)) throw error
          return showForm(frame, caller, returnTo, error.fields)
        }
        return goTo(caller.reply, ownPath(returnTo) ?? INDEX)
      },
    })
  },
}

function showForm(
  frame: SettingsFrame,
  caller: SignedIn,
  returnTo: string,
  errors: FieldErrors,
): Promise<FastifyReply> {
  const id = 'user_current_password'
  const problems = problemsOf(errors, { current_password: id })
  const error = problems.of('current_password')
  const body = html`<section class="card">
<p>${t('Before you change how your account is protected, please give your password again.')}</p>
${problems.summary}
<form method="post" action="${CONFIRM}" class="stack" novalidate>
${csrfField(caller.visitor)}
<input type="hidden" name="return_to" value="${returnTo}">
<input type="text" name="username" value="${caller.user.username}" autocomplete="username" hidden>
${passwordField(id, error)}
<div class="buttons"><button class="button primary">${t('Go on')}</button><a class="button secondary" href="${INDEX}">${t('Cancel')}</a></div>
</form>
</section>`
  return frame.show(caller, { body, status: error === undefined ? 200 : 422 })
}
