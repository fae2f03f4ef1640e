import type { FastifyReply } from 'fastify'
import { type FieldErrors, InvalidFields } from '../../../features/accounts/field-errors.ts'
import { getOwnProfile } from '../../../features/accounts/own-profile.ts'
import { changeProfile } from '../../../features/accounts/profile.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { notice } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import { goTo, textOf } from '../pages.ts'
import { FORM, PATH, picturesCard } from './picture-forms.ts'
import { pictureRoutes } from './picture-routes.ts'
import {
  type ProfileForm,
  profileCard,
  profileFormIn,
  profileFormOf,
  profileProblems,
} from './profile-form.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'

export const profileSection: SettingsSection = {
  path: PATH,
  title: t('Profile'),
  summary: t('Name, note, fields and pictures'),
  group: 'profile',
  alsoAt: [FORM, '/settings/verification'],
  register(frame) {
    const { app } = frame
    frame.page({ show: (caller) => showProfile(frame, caller, {}) })
    pictureRoutes(frame, (caller, errors) => showProfile(frame, caller, { errors }))
    frame.form({
      path: FORM,
      async submit(caller) {
        const form = profileFormIn(caller.request.body)
        try {
          await app.transact((tx) => changeProfile(tx, caller.user.id, form))
        } catch (error) {
          if (!(error instanceof InvalidFields)) throw error
          return showProfile(frame, caller, { form, errors: error.fields })
        }
        return goTo(caller.reply, `${PATH}?done=texts`)
      },
    })
  },
}

const DONE: Record<string, Text> = {
  texts: t('Your profile was saved. Servers of your followers hear of it now.'),
  picture: t('The picture is in use.'),
  removed: t('The picture was removed.'),
  gone: t('The picture waited for too long. Please upload it again.'),
}

/** @param given submitted values and their errors */
async function showProfile(
  frame: SettingsFrame,
  caller: SignedIn,
  { form, errors = {} }: { form?: ProfileForm; errors?: FieldErrors },
): Promise<FastifyReply> {
  const own = await getOwnProfile(frame.app, caller.user.id)
  const { visitor, user, request } = caller
  const which = textOf(request.query, 'done')
  const done = DONE[which]
  const body = html`<p class="muted">${rich('This is what everybody sees: <link>your profile</link>.', { link: (text: SafeHtml) => html`<a href="/@${user.username}">${text}</a>` })}</p>
${done && notice(which === 'gone' ? 'warning' : 'success', done)}
${profileProblems(errors)}
${picturesCard(visitor, own, errors)}
${profileCard(visitor, form ?? profileFormOf(own), { errors, verified: own.fields })}`
  const isFine = Object.keys(errors).length === 0
  return frame.show(caller, isFine ? { body, client: 'edit-profile' } : { body, status: 422 })
}
