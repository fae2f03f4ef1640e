import type { FastifyReply } from 'fastify'
import { type FieldErrors, InvalidFields } from '../../accounts/field-errors.ts'
import {
  DEFAULT_QUOTE_POLICIES,
  DEFAULT_VISIBILITIES,
  readPostingDefaults,
} from '../../accounts/posting-defaults.ts'
import { changeProfile } from '../../accounts/profile.ts'
import { getUserSettings } from '../../accounts/user-settings.ts'
import type { UserSettings } from '../../db/schema.ts'
import { Unprocessable } from '../../errors.ts'
import { changeUserChoices, getUserChoices } from '../../oauth/user-choices.ts'
import { html } from '../../text/html.ts'
import { chosen } from '../choices.ts'
import { notice } from '../forms.ts'
import { goTo, isTicked, textOf, textsOf } from '../pages.ts'
import type { SignedIn } from '../signed-in.ts'
import { MEDIA_CHOICES, type PreferencesForm, preferencesForm } from './preferences-form.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'

const PATH = '/settings/preferences'

export const preferencesSection: SettingsSection = {
  path: PATH,
  title: 'Preferences',
  summary: 'Languages, time zone, and how posts are written and shown',
  group: 'profile',
  alsoAt: [
    '/settings/preferences/appearance',
    '/settings/preferences/other',
    '/settings/preferences/posting_defaults',
  ],
  register(frame) {
    const { app } = frame
    frame.page({
      async show(caller) {
        const settings = await getUserSettings(app.db, caller.user.id)
        const choices = await getUserChoices(app.db, caller.user.userId)
        return showForm(frame, caller, { ...settings, ...choices }, {})
      },
    })
    frame.form({
      path: PATH,
      async submit(caller) {
        const form = formIn(caller.request.body)
        const { locale, timeZone, chosenLanguages, ...settings } = form
        try {
          await app.transact(async (tx) => {
            const { default_language: language } = settings
            await changeProfile(tx, caller.user.id, {
              settings: { ...settings, ...readPostingDefaults({ language }) },
            })
            const choices = { locale, timeZone, chosenLanguages }
            await changeUserChoices(tx, caller.user.userId, choices)
          })
        } catch (error) {
          if (!(error instanceof InvalidFields)) throw error
          return showForm(frame, caller, form, error.fields)
        }
        return goTo(caller.reply, `${PATH}?done=1`)
      },
    })
  },
}

/** @throws Unprocessable for what no page of ours offers */
function formIn(body: unknown): PreferencesForm {
  return {
    locale: textOf(body, 'locale'),
    timeZone: textOf(body, 'time_zone') || null,
    chosenLanguages: textsOf(body, 'chosen_languages'),
    default_privacy: offered(body, 'privacy', DEFAULT_VISIBILITIES),
    default_quote_policy: offered(body, 'quote_policy', DEFAULT_QUOTE_POLICIES),
    default_language: textOf(body, 'language') || null,
    default_sensitive: isTicked(body, 'sensitive'),
    expand_media: offered<UserSettings['expand_media']>(body, 'expand_media', MEDIA_CHOICES),
    expand_spoilers: isTicked(body, 'expand_spoilers'),
    autoplay_gifs: isTicked(body, 'autoplay_gifs'),
  }
}

function offered<Value extends string>(
  body: unknown,
  name: string,
  values: readonly Value[],
): Value {
  const value = chosen(textOf(body, name), values)
  if (value === undefined) throw new Unprocessable('This form is not complete')
  return value
}

function showForm(
  frame: SettingsFrame,
  caller: SignedIn,
  form: PreferencesForm,
  errors: FieldErrors,
): Promise<FastifyReply> {
  const done = textOf(caller.request.query, 'done') !== '' && 'Your preferences were saved.'
  const body = html`${done && notice('success', done)}${preferencesForm(caller.visitor, PATH, form, errors)}`
  return frame.show(caller, { body, status: Object.keys(errors).length === 0 ? 200 : 422 })
}
