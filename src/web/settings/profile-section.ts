import type { FastifyReply } from 'fastify'
import { type FieldErrors, InvalidFields } from '../../accounts/field-errors.ts'
import { getOwnProfile } from '../../accounts/own-profile.ts'
import { changeProfile } from '../../accounts/profile.ts'
import { html } from '../../text/html.ts'
import { notice } from '../forms.ts'
import { goTo, textOf } from '../pages.ts'
import type { SignedIn } from '../signed-in.ts'
import { PATH, picturesCard } from './picture-forms.ts'
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
  title: 'Profile',
  summary: 'Name, note, fields and pictures',
  group: 'profile',
  alsoAt: ['/settings/verification'],
  register(frame) {
    const { app } = frame
    frame.page({ show: (caller) => showProfile(frame, caller, {}) })
    pictureRoutes(frame, (caller, errors) => showProfile(frame, caller, { errors }))
    frame.form({
      path: PATH,
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

const DONE: Record<string, string> = {
  texts: 'Your profile was saved. Servers of your followers hear of it now.',
  picture: 'The picture is in use.',
  removed: 'The picture was removed.',
  gone: 'The picture waited for too long. Please upload it again.',
}

/** @param given what was sent and what is wrong with it */
async function showProfile(
  frame: SettingsFrame,
  caller: SignedIn,
  { form, errors = {} }: { form?: ProfileForm; errors?: FieldErrors },
): Promise<FastifyReply> {
  const own = await getOwnProfile(frame.app, caller.user.id)
  const { visitor, user, request } = caller
  const which = textOf(request.query, 'done')
  const done = DONE[which]
  const body = html`<p class="muted">This is what everybody sees: <a href="/@${user.username}">your profile</a>.</p>
${done && notice(which === 'gone' ? 'warning' : 'success', done)}
${profileProblems(errors)}
${picturesCard(visitor, own, errors)}
${profileCard(visitor, form ?? profileFormOf(own), { errors, verified: own.fields })}`
  const status = Object.keys(errors).length === 0 ? 200 : 422
  return frame.show(caller, { body, status, script: 'profile.js' })
}
