import type { FastifyReply } from 'fastify'
import {
  COMMENT_LENGTH,
  createInvite,
  expireInvite,
  type Invite,
  type InviteInput,
  inviteUrl,
  isOpen,
  mayInvite,
  pageOfInvites,
} from '../../../features/invites/invites.ts'
import { findInvitation } from '../../../features/invites/sign-up.ts'
import { Forbidden, NotFound, Unauthorized, ValidationFailed } from '../../../kernel/base/errors.ts'
import { normalizeId } from '../../../kernel/base/ids.ts'
import { isoTime } from '../../../kernel/base/json.ts'
import type { App } from '../../../kernel/core/app.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { formatTime, plural, type Text, t } from '../../../kernel/text/messages.ts'
import { type Choice, check, select } from '../frame/choices.ts'
import { csrfField, field, notice } from '../frame/forms.ts'
import { type SignedIn, signedIn } from '../frame/signed-in.ts'
import {
  type Call,
  formRoute,
  goTo,
  type Pages,
  pageRoute,
  showPage,
  signInAddress,
  textOf,
} from '../pages.ts'

const URL_PATH = '/invites'
const PAGE = 20

export const invitePages: Pages = (server, app, door) => {
  pageRoute(server, door, URL_PATH, async (call) => {
    const caller = inviting(app, call)
    return caller === null ? call.reply : showInvites(app, caller, EMPTY, null)
  })

  formRoute(server, door, { url: URL_PATH, submit: (call) => create(app, call) })

  formRoute(server, door, {
    url: `${URL_PATH}/:id/expire`,
    async submit(call) {
      const caller = signedIn(app, call, URL_PATH)
      if (caller === null) return call.reply
      const id = normalizeId(textOf(call.request.params, 'id'))
      if (id === null) throw new NotFound()
      await app.transact((tx) => expireInvite(tx, caller.user.userId, id))
      return goTo(call.reply, `${URL_PATH}?done=ended`)
    },
  })

  pageRoute(server, door, '/invite/:code', (call) => welcome(app, call))
}

/** @throws Forbidden for a user who may not invite */
function inviting(app: App, call: Call): SignedIn | null {
  const caller = signedIn(app, call, URL_PATH)
  if (caller !== null && !mayInvite(caller.user)) throw new Forbidden()
  return caller
}

interface InviteForm {
  maxUses: string
  expiresIn: string
  autofollow: boolean
  comment: string
}

const EMPTY: InviteForm = { maxUses: '', expiresIn: '86400', autofollow: false, comment: '' }

async function create(app: App, call: Call): Promise<FastifyReply> {
  const caller = inviting(app, call)
  if (caller === null) return call.reply
  const of = (name: string) => textOf(call.request.body, 'invite', name)
  const form: InviteForm = {
    maxUses: of('max_uses'),
    expiresIn: of('expires_in'),
    autofollow: of('autofollow') === '1',
    comment: of('comment'),
  }
  try {
    await app.transact((tx) => createInvite(tx, caller.user, inputOf(form)))
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error
    return showInvites(app, caller, form, error.message)
  }
  return goTo(call.reply, `${URL_PATH}?done=made`)
}

function inputOf({ maxUses, expiresIn, autofollow, comment }: InviteForm): InviteInput {
  const number = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null)
  return { maxUses: number(maxUses), expiresIn: number(expiresIn), autofollow, comment }
}

const DONE: Record<string, Text> = {
  made: t('Your invitation is ready: send its link to whom you like.'),
  ended: t('Nobody can join by that link any more.'),
}

async function showInvites(
  app: App,
  caller: SignedIn,
  form: InviteForm,
  problem: Text | null,
): Promise<FastifyReply> {
  const { query } = caller.request
  const maxId = normalizeId(textOf(query, 'max_id'))
  const page = { maxId, sinceId: null, minId: null, limit: PAGE + 1 }
  const found = await pageOfInvites(app.db, caller.user.userId, page)
  const invites = found.slice(0, PAGE)
  const done = problem === null ? DONE[textOf(query, 'done')] : undefined
  const body = html`<h1>${t('Invite people')}</h1>
<p class="muted">${t('Whoever has the link can sign up here, also while registrations are closed.')}</p>
${done && notice('success', done)}
${newCard(caller, form, problem)}
<h2 class="section-title">${t('Your invitations')}</h2>
${invites.length === 0 ? html`<div class="card empty"><p>${t('You have not made any yet.')}</p></div>` : invites.map((invite) => card(app, caller, invite))}
${found.length > PAGE && html`<nav class="pager" aria-label="${t('Pages')}"><a class="button secondary" rel="next" href="${`${URL_PATH}?max_id=${invites.at(-1)?.id}`}">${t('Older invitations')}</a></nav>`}
<p class="links"><a href="/settings/account">${t('Back to your account')}</a></p>`
  const status = problem === null ? 200 : 422
  return showPage(app, caller, { title: t('Invite people'), body, status, width: 'wide' })
}

const USES: readonly Choice[] = ['1', '5', '10', '25', '50', '100'].map((count) => ({
  value: count,
  label: count,
}))
const TIMES: readonly Choice[] = [
  { value: '1800', label: t('30 minutes') },
  { value: '3600', label: t('1 hour') },
  { value: '21600', label: t('6 hours') },
  { value: '43200', label: t('12 hours') },
  { value: '86400', label: t('1 day') },
  { value: '604800', label: t('1 week') },
]

function newCard({ visitor }: SignedIn, form: InviteForm, problem: Text | null): SafeHtml {
  return html`<section class="card" aria-labelledby="new-title">
<h2 id="new-title">${t('New invitation')}</h2>
${problem && html`<div class="notice danger" role="alert"><p>${problem}</p></div>`}
<form method="post" action="${URL_PATH}" class="stack">
${csrfField(visitor)}
${select({ id: 'invite_max_uses', name: 'invite[max_uses]', label: t('How many people may use it'), value: form.maxUses, choices: [{ value: '', label: t('Any number') }, ...USES] })}
${select({ id: 'invite_expires_in', name: 'invite[expires_in]', label: t('How long it works'), value: form.expiresIn, choices: [...TIMES, { value: '', label: t('For ever') }] })}
${field({ id: 'invite_comment', name: 'invite[comment]', label: t('Note to yourself'), value: form.comment, autocomplete: 'off', required: false, maxlength: COMMENT_LENGTH, hint: t('Such as whom it is for.') })}
${check({ id: 'invite_autofollow', name: 'invite[autofollow]', label: t('Who joins by it follows you'), checked: form.autofollow })}
<button class="button primary">${t('Make the link')}</button>
</form>
</section>`
}

function card(app: App, { visitor }: SignedIn, invite: Invite): SafeHtml {
  const open = isOpen(invite, app.clock())
  const title = `invite-${invite.id}`
  const { uses, max_uses: most } = invite
  const used =
    most === null
      ? plural(uses, 'Used {n} time', 'Used {n} times')
      : plural(most, 'Used {used} of {n} time', 'Used {used} of {n} times', { used: uses })
  return html`<article class="card" aria-labelledby="${title}">
<h3 id="${title}" class="break">${invite.comment || t('Invitation')}${!open && html` <span class="badge">${t('over')}</span>`}</h3>
${open && html`<p class="break"><code class="copyable">${inviteUrl(app.config, invite.code)}</code></p>`}
<p class="muted small">${used}${ends(invite)}${invite.autofollow && html` · ${t('who joins follows you')}`}</p>
${open && html`<form method="post" action="${URL_PATH}/${invite.id}/expire">${csrfField(visitor)}<button class="button danger" aria-describedby="${title}">${t('End it')}</button></form>`}
</article>`
}

function ends({ expires_at: at }: Invite): SafeHtml | null {
  if (at === null) return null
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  const time = formatTime(at, format)
  return html` · ${rich('until {time}', { time: html`<time datetime="${isoTime(at)}">${t('{time} UTC', { time })}</time>` })}`
}

/** Redirects to the sign-up form; an app that requests JSON gets the code and the address of the instance API. */
async function welcome(app: App, call: Call): Promise<FastifyReply> {
  const { request, reply, visitor } = call
  const invitation = await findInvitation(app, textOf(request.params, 'code'))
  const { accept = '' } = request.headers
  const wantsJson = accept.includes('application/json') && !accept.includes('text/html')
  if (wantsJson) {
    if (invitation === null) throw new Unauthorized('This invitation is not valid')
    const answer = {
      invite_code: invitation.invite.code,
      instance_api_url: `${app.config.origin}/api/v2/instance`,
    }
    return reply.header('cache-control', 'private, no-store').header('vary', 'accept').send(answer)
  }
  reply.header('vary', 'accept')
  if (invitation === null) return showOver(app, call)
  if (visitor.user !== null) return goTo(reply, '/')
  const query = new URLSearchParams({ invite_code: invitation.invite.code })
  return goTo(reply, `/auth/sign_up?${query}`)
}

async function showOver(app: App, call: Call): Promise<FastifyReply> {
  const body = html`<div class="card">
<h1>${t('This invitation is over')}</h1>
<p>${t('It was used up, has run out or was taken back. Ask whoever sent it to you for a new one.')}</p>
<p class="buttons"><a class="button secondary" href="/about">${t('About this server')}</a><a class="button secondary" href="${signInAddress('/')}">${t('Sign in')}</a></p>
</div>`
  return showPage(app, call, { title: t('This invitation is over'), body, status: 404, bare: true })
}
