import type { FastifyReply } from 'fastify'
import { getOwnProfile } from '../../../features/accounts/own-profile.ts'
import {
  DEFAULT_QUOTE_POLICIES,
  readPostingDefaults,
} from '../../../features/accounts/posting-defaults.ts'
import { changeProfile } from '../../../features/accounts/profile.ts'
import { html } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { check, chosen, radios } from '../frame/choices.ts'
import { csrfField, notice } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import { goTo, isTicked, textOf } from '../pages.ts'
import { BLOCKED_DOMAINS, blockedDomains } from './blocked-domains.ts'
import { PEOPLE_LISTS, PRIVACY, peopleList } from './people-lists.ts'
import { QUOTE_CHOICES } from './preferences-form.ts'
import { reachFields, reachIn } from './reach-form.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'

export const privacySection: SettingsSection = {
  path: PRIVACY,
  title: t('Privacy'),
  summary: t('Who finds, follows and quotes you, and whom you keep away'),
  group: 'profile',
  alsoAt: ['/relationships'],
  register(frame) {
    const { app } = frame
    frame.page({ show: (caller) => showPrivacy(frame, caller) })
    frame.form({
      path: PRIVACY,
      async submit({ user, request, reply }) {
        const { body } = request
        const quote_policy = chosen(textOf(body, 'quote_policy'), DEFAULT_QUOTE_POLICIES)
        const settings = {
          ...readPostingDefaults({ quote_policy }),
          show_application: isTicked(body, 'show_application'),
        }
        const change = { ...reachIn(body), settings }
        await app.transact((tx) => changeProfile(tx, user.id, change))
        return goTo(reply, `${PRIVACY}?done=1`)
      },
    })
    for (const list of PEOPLE_LISTS) peopleList(frame, list)
    blockedDomains(frame)
  },
}

async function showPrivacy(frame: SettingsFrame, caller: SignedIn): Promise<FastifyReply> {
  const own = await getOwnProfile(frame.app, caller.user.id)
  const { settings } = own
  const done = textOf(caller.request.query, 'done') !== ''
  const list = ({ path, title, summary }: typeof BLOCKED_DOMAINS) =>
    html`<li><a href="${path}"><strong>${title}</strong><span class="muted small">${summary}</span></a></li>`
  const body = html`${done && notice('success', t('Your choices were saved.'))}
<section class="card" aria-labelledby="reach"><h2 id="reach">${t('Reach')}</h2>
<form method="post" action="${PRIVACY}" class="stack">
${csrfField(caller.visitor)}
${reachFields(own)}
${radios({ name: 'quote_policy', legend: t('Who may quote your new posts'), choices: QUOTE_CHOICES, value: settings.default_quote_policy })}
<fieldset class="choices"><legend>${t('Your posts')}</legend>
${check({ id: 'show_application', name: 'show_application', label: t('Tell which app a post was written with'), checked: settings.show_application })}
</fieldset>
<button class="button primary">${t('Save')}</button>
</form></section>
<h2 class="settings-group">${t('People and servers')}</h2>
<ul class="card settings-list">${[...PEOPLE_LISTS, BLOCKED_DOMAINS].map(list)}</ul>`
  return frame.show(caller, { body })
}
