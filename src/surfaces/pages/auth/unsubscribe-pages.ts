import type { FastifyReply } from 'fastify'
import { changeDigestDays } from '../../../features/identity/digests.ts'
import {
  isUnsubscribeLink,
  UNSUBSCRIBE_PATH,
  unsubscribePath,
} from '../../../features/notifications/digest/unsubscribe.ts'
import { normalizeId } from '../../../kernel/base/ids.ts'
import { html } from '../../../kernel/text/html.ts'
import { t } from '../../../kernel/text/messages.ts'
import { type Call, type Pages, pageRoute, showPage, textOf } from '../pages.ts'

/**
 * Ends mails without signing in. The page asks first, as programs follow the links of mails; the
 * POST of its form is the one that mail programs send (RFC 8058), so it demands no form of ours.
 */
export const unsubscribePages: Pages = (server, app, door) => {
  const userOf = ({ request }: Pick<Call, 'request'>): string | null => {
    const userId = normalizeId(textOf(request.query, 'user'))
    const proof = textOf(request.query, 'proof')
    return userId !== null && isUnsubscribeLink(app.keys, userId, proof) ? userId : null
  }

  pageRoute(server, door, UNSUBSCRIBE_PATH, async (call) => {
    const userId = userOf(call)
    if (userId === null) return showStale(call)
    const body = html`<div class="card">
<h1>${t('No more mails about what you missed?')}</h1>
<p>${t('Mails about your account itself still reach you.')}</p>
<form method="post" action="${unsubscribePath(app.keys, userId)}" class="stack">
<button class="button primary wide">${t('Stop these mails')}</button>
</form>
</div>`
    return show(call, body)
  })

  server.post(UNSUBSCRIBE_PATH, async (request, reply) => {
    const call = { request, reply, visitor: await door.greet(request, reply) }
    const userId = userOf(call)
    if (userId === null) return showStale(call)
    await app.transact((tx) => changeDigestDays(tx, userId, 0))
    const body = html`<div class="card">
<h1>${t('You get no more of these mails')}</h1>
<p>${t('If you want them again, your settings have them under “Notifications”.')}</p>
<p class="links"><a href="/">${t('To the start page')}</a></p>
</div>`
    return show(call, body)
  })

  function showStale(call: Call): Promise<FastifyReply> {
    const body = html`<div class="card">
<h1>${t('This link does not work')}</h1>
<p>${t('Perhaps it was cut off. You can stop these mails in your settings, too.')}</p>
<p class="links"><a href="/notifications/settings#digest">${t('To the settings')}</a></p>
</div>`
    return show(call, body, 404)
  }

  const show = (call: Call, body: ReturnType<typeof html>, status = 200) =>
    showPage(app, call, { title: t('Mails about what you missed'), body, status, bare: true })
}
