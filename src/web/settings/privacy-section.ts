import type { FastifyReply } from 'fastify'
import { getOwnProfile } from '../../accounts/own-profile.ts'
import { DEFAULT_QUOTE_POLICIES, readPostingDefaults } from '../../accounts/posting-defaults.ts'
import { changeProfile } from '../../accounts/profile.ts'
import { html } from '../../text/html.ts'
import { check, chosen, radios } from '../choices.ts'
import { csrfField, notice } from '../forms.ts'
import { goTo, isTicked, textOf } from '../pages.ts'
import type { SignedIn } from '../signed-in.ts'
import { BLOCKED_DOMAINS, blockedDomains } from './blocked-domains.ts'
import { PEOPLE_LISTS, PRIVACY, peopleList } from './people-lists.ts'
import { QUOTE_CHOICES } from './preferences-form.ts'
import { reachFields, reachIn } from './reach-form.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'

export const privacySection: SettingsSection = {
  path: PRIVACY,
  title: 'Privacy',
  summary: 'Who finds, follows and quotes you, and whom you keep away',
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
  const body = html`${done && notice('success', 'Your choices were saved.')}
<section class="card" aria-labelledby="reach"><h2 id="reach">Reach</h2>
<form method="post" action="${PRIVACY}" class="stack">
${csrfField(caller.visitor)}
${reachFields(own)}
${radios({ name: 'quote_policy', legend: 'Who may quote your new posts', choices: QUOTE_CHOICES, value: settings.default_quote_policy })}
<fieldset class="choices"><legend>Your posts</legend>
${check({ id: 'show_application', name: 'show_application', label: 'Tell which app a post was written with', checked: settings.show_application })}
</fieldset>
<button class="button primary">Save</button>
</form></section>
<h2 class="settings-group">People and servers</h2>
<ul class="card settings-list">${[...PEOPLE_LISTS, BLOCKED_DOMAINS].map(list)}</ul>`
  return frame.show(caller, { body })
}
