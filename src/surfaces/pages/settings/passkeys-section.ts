import type { FastifyReply } from 'fastify'
import {
  listPasskeys,
  MOST_PASSKEYS,
  offerRegistration,
  PASSKEY_NAME_LENGTH,
  type Passkey,
  registerPasskey,
  removePasskey,
} from '../../../features/identity/passkeys/passkeys.ts'
import { NotFound } from '../../../kernel/base/errors.ts'
import { normalizeId } from '../../../kernel/base/ids.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { passkeyAnswer, passkeyForm } from '../auth/passkey-forms.ts'
import { csrfField, field, notice } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import { browserOf } from '../frame/visitor.ts'
import { goTo, textOf } from '../pages.ts'
import { browserName } from './browser-names.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'
import { dateOf } from './times.ts'

const PATH = '/settings/passkeys'

export const passkeysSection: SettingsSection = {
  path: PATH,
  title: t('Passkeys'),
  summary: t('Sign in without a password'),
  group: 'account',
  alsoAt: ['/settings/security_keys'],
  register(frame) {
    frame.page({ fresh: true, show: (caller) => showList(frame, caller, null) })
    addRoutes(frame)
    removeRoute(frame)
  },
}

function addRoutes(frame: SettingsFrame): void {
  const { app } = frame
  frame.form({
    path: `${PATH}/options`,
    limits: ['sign_in'],
    fresh: true,
    async submit({ user, visitor, reply }) {
      reply.header('cache-control', 'private, no-store')
      return reply.send(await offerRegistration(app, user, browserOf(visitor)))
    },
  })
  frame.form({
    path: PATH,
    limits: ['sign_in'],
    fresh: true,
    async submit(caller) {
      const { user, visitor, request, reply } = caller
      const answer = passkeyAnswer(request.body)
      const name = textOf(request.body, 'name')
      const passkey = { userId: user.userId, name, browser: browserOf(visitor) }
      const added = answer !== null && (await registerPasskey(app, { ...passkey, answer }))
      return added ? goTo(reply, `${PATH}?done=added`) : showList(frame, caller, REFUSED)
    },
  })
}

function removeRoute({ app, form }: SettingsFrame): void {
  form({
    path: `${PATH}/:id/remove`,
    fresh: true,
    async submit({ user, request, reply }) {
      const id = normalizeId(textOf(request.params, 'id'))
      if (id === null) throw new NotFound()
      await app.transact((tx) => removePasskey(tx, user.userId, id))
      return goTo(reply, `${PATH}?done=removed`)
    },
  })
}

const REFUSED = t(
  'The passkey was not added: it took too long, or it is not the one that was asked for.',
)
const DONE: Record<string, Text> = {
  added: t('The passkey was added. You can sign in with it from now on.'),
  removed: t('The passkey was removed here. Remove it from your device, too.'),
}

async function showList(
  frame: SettingsFrame,
  caller: SignedIn,
  problem: Text | null,
): Promise<FastifyReply> {
  const passkeys = await listPasskeys(frame.app.db, caller.user.userId)
  const done = DONE[textOf(caller.request.query, 'done')]
  const body = html`${done && notice('success', done)}
${problem && html`<div class="notice danger" role="alert">${problem}</div>`}
<section class="card" aria-labelledby="passkeys">
<h2 id="passkeys">${t('Your passkeys')}</h2>
<p>${t('A passkey signs you in by your finger, face or PIN in place of your password and a code. Your password goes on to work.')}</p>
${passkeys.length === 0 ? html`<p class="muted">${t('You have none yet.')}</p>` : html`<ul class="entries">${passkeys.map((passkey) => entry(caller, passkey))}</ul>`}
</section>
${passkeys.length < MOST_PASSKEYS && addCard(caller)}`
  const status = problem === null ? 200 : 422
  return frame.show(caller, { body, status, script: 'passkeys.js' })
}

function entry({ visitor }: SignedIn, { id, ...passkey }: Passkey): SafeHtml {
  const title = `passkey-${id}`
  const used =
    passkey.last_used_at === null
      ? t('never used')
      : html`${rich('used last on {dateOf}', { dateOf: dateOf(passkey.last_used_at) })}`
  return html`<li class="entry">
<div class="entry-text"><strong class="break" id="${title}">${passkey.name}</strong>
<span class="muted small">${rich('Added on {day}, {used}', { day: dateOf(passkey.created_at), used })}</span></div>
<form method="post" action="${PATH}/${id}/remove">${csrfField(visitor)}<button class="button danger" aria-describedby="${title}">${t('Remove')}</button></form>
</li>`
}

function addCard({ visitor, request }: SignedIn): SafeHtml {
  const name = browserName(request.headers['user-agent'] ?? null)
  return html`<section class="card" aria-labelledby="add">
<h2 id="add">${t('Add a passkey')}</h2>
${passkeyForm(visitor, {
  kind: 'create',
  action: PATH,
  options: `${PATH}/options`,
  button: t('Add a passkey'),
  primary: true,
  fields: field({
    id: 'passkey_name',
    name: 'name',
    label: t('Name'),
    value: name,
    hint: t('So that you know which one it is.'),
    autocomplete: 'off',
    maxlength: PASSKEY_NAME_LENGTH,
    required: true,
  }),
})}
</section>`
}
