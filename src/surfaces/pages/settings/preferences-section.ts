import type { FastifyReply } from 'fastify'
import { type FieldErrors, InvalidFields } from '../../../features/accounts/field-errors.ts'
import {
  DEFAULT_QUOTE_POLICIES,
  DEFAULT_VISIBILITIES,
  readPostingDefaults,
} from '../../../features/accounts/posting-defaults.ts'
import { changeProfile } from '../../../features/accounts/profile.ts'
import type { UserSettings } from '../../../features/accounts/tables.ts'
import { getUserSettings } from '../../../features/accounts/user-settings.ts'
import { changeWebSettings, findWebSettings } from '../../../features/accounts/web-settings.ts'
import { MEDIA_CHOICES } from '../../../features/identity/preferences.ts'
import { changeUserChoices, getUserChoices } from '../../../features/identity/user-choices.ts'
import { Unprocessable } from '../../../kernel/base/errors.ts'
import { html } from '../../../kernel/text/html.ts'
import { OFFERED } from '../../../kernel/text/locales.ts'
import { t } from '../../../kernel/text/messages.ts'
import { chosen } from '../frame/choices.ts'
import { notice } from '../frame/forms.ts'
import { keepInBrowser, keepLanguage } from '../frame/language.ts'
import { keepLooks } from '../frame/looks.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import { goTo, isTicked, textOf, textsOf } from '../pages.ts'
import { clientChoicesIn } from './client-choices.ts'
import { type PreferencesForm, preferencesForm } from './preferences-form.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'

const PATH = '/preferences'
/** where the form is sent to */
const FORM = '/settings/preferences'

export const preferencesSection: SettingsSection = {
  path: PATH,
  title: t('Preferences'),
  summary: t('Languages, time zone, and how posts are written and shown'),
  group: 'profile',
  alsoAt: [
    FORM,
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
        const client = await findWebSettings(app.db, caller.user.id)
        return showForm(frame, caller, { ...settings, ...choices, client }, {})
      },
    })
    frame.form({
      path: FORM,
      async submit(caller) {
        const form = formIn(caller.request.body)
        const { locale, timeZone, chosenLanguages, client, ...settings } = form
        const spoken = OFFERED.find(({ tag }) => tag === locale)?.tag ?? ''
        try {
          await app.transact(async (tx) => {
            const { default_language: language } = settings
            await changeProfile(tx, caller.user.id, {
              settings: { ...settings, ...readPostingDefaults({ language }) },
            })
            const choices = { locale, timeZone, chosenLanguages }
            await changeUserChoices(tx, caller.user.userId, choices)
            await keepLanguage(tx, caller.user, spoken)
            await changeWebSettings(tx, caller.user.id, client)
          })
          keepInBrowser(app, caller, spoken)
          keepLooks(app, caller, client)
        } catch (error) {
          if (!(error instanceof InvalidFields)) throw error
          return showForm(frame, caller, form, error.fields)
        }
        return goTo(caller.reply, `${PATH}?done=1`)
      },
    })
  },
}

/** @throws Unprocessable for a value that the form does not offer */
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
    client: clientChoicesIn(body),
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
  const done = textOf(caller.request.query, 'done') !== '' && t('Your preferences were saved.')
  const body = html`${done && notice('success', done)}${preferencesForm(caller.visitor, FORM, form, errors)}`
  const isFine = Object.keys(errors).length === 0
  return frame.show(caller, isFine ? { body, client: 'preferences' } : { body, status: 422 })
}
