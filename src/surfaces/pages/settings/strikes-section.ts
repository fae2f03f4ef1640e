import type { FastifyReply } from 'fastify'
import { WORDS } from '../../../features/moderation/decision-texts.ts'
import { erasureOf } from '../../../features/moderation/suspension.ts'
import { APPEAL_LENGTH, APPEAL_PERIOD, appealWarning } from '../../../features/reports/appeals.ts'
import { ValidationFailed } from '../../../kernel/base/errors.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { STRIKES } from '../frame/account-links.ts'
import { csrfField, field, notice, sayError } from '../frame/forms.ts'
import { isKeptOut, type SignedIn } from '../frame/signed-in.ts'
import { goTo, textOf } from '../pages.ts'
import { askedPage, shownPage } from './paging.ts'
import { idOf } from './params.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'
import { getOwn, type NamedPost, type OwnStrike, pageOfOwn, type StrikeDetails } from './strikes.ts'
import { dateOf } from './times.ts'

/** characters of a post's excerpt */
const EXCERPT = 300

/**
 * Moderation decisions about the user, and appeals against them. Suspended and frozen users may open no other
 * page.
 */
export const strikesSection: SettingsSection = {
  path: STRIKES,
  title: t('Warnings and appeals'),
  summary: t('What was decided about your account'),
  group: 'account',
  alsoAt: ['/disputes/strikes'],
  register(frame) {
    const { app, server } = frame
    frame.page({ barred: true, show: (caller) => showList(frame, caller) })
    frame.page({
      path: `${STRIKES}/:id`,
      barred: true,
      show: (caller) => showStrike(frame, caller),
    })
    frame.form({
      path: `${STRIKES}/:id/appeal`,
      barred: true,
      async submit(caller) {
        const warningId = idOf(caller.request.params)
        const text = textOf(caller.request.body, 'text').replaceAll('\r\n', '\n')
        const { id: accountId } = caller.user
        try {
          await app.transact((tx) => appealWarning(tx, { warningId, accountId, text }))
        } catch (error) {
          if (!(error instanceof ValidationFailed)) throw error
          return showStrike(frame, caller, { text, problem: inWords(error) })
        }
        return goTo(caller.reply, `${STRIKES}/${warningId}?done=appealed`)
      },
    })
    // links in mails and clients of Mastodon use this address
    server.get('/disputes/strikes/:id', (request, reply) =>
      goTo(reply, `${STRIKES}/${idOf(request.params)}`),
    )
  },
}

/** Replaces the API's error message with one for people. */
function inWords(error: ValidationFailed): Text {
  return error.problems[0]?.text === "Text can't be blank"
    ? t('Please say why you think so.')
    : sayError(error)
}

async function showList(frame: SettingsFrame, caller: SignedIn): Promise<FastifyReply> {
  const page = askedPage(caller.request.query)
  const found = await pageOfOwn(frame.app, caller.user.id, page)
  const { rows, links } = shownPage(found, { path: STRIKES, page, cursorOf: ({ id }) => id })
  const body = html`${await standing(frame, caller)}
<section class="card" aria-label="${t('Decisions')}">
${
  rows.length === 0
    ? html`<p class="muted">${t('Nothing was decided about your account.')}</p>`
    : html`<p class="muted">${t('What the people who run this server decided about your account. You can appeal against each decision within 20 days.')}</p>`
}
<ul class="entries">${rows.map(entry)}</ul>
${links}
</section>`
  return frame.show(caller, { body })
}

function entry(strike: OwnStrike): SafeHtml {
  return html`<li><div><a href="${`${STRIKES}/${strike.id}`}"><strong>${WORDS[strike.action].title}</strong></a>
<p class="muted small">${dateOf(strike.created_at)} · ${stateOf(strike)}</p></div></li>`
}

function whenDecided({ created_at, overruled_at }: Omit<OwnStrike, 'appeal'>): SafeHtml {
  const decided = dateOf(created_at)
  return overruled_at === null
    ? rich('Decided on {decided}.', { decided })
    : rich('Decided on {decided}; it does not stand any more since {overruled}.', {
        decided,
        overruled: dateOf(overruled_at),
      })
}

function stateOf({ overruled_at, appeal }: OwnStrike): Text {
  if (overruled_at !== null || appeal?.state === 'approved') return t('does not stand any more')
  if (appeal === null) return t('no appeal')
  return appeal.state === 'pending' ? t('your appeal is waiting') : t('your appeal was rejected')
}

/** Explains why the user may open this page only. */
async function standing({ app }: SettingsFrame, { user }: SignedIn): Promise<SafeHtml> {
  if (user.barred === 'disabled') {
    return notice('warning', t('Your account is frozen: you can use nothing but this page.'))
  }
  if (user.barred !== 'suspended') return html``
  const erasedAt = await erasureOf(app, user.id)
  const until =
    erasedAt === null
      ? null
      : html` ${rich('Your data are kept until {day} and erased then.', { day: dateOf(erasedAt) })}`
  return notice(
    'warning',
    html`${t('Your account is suspended: you can use nothing but this page.')}${until}`,
  )
}

async function showStrike(
  frame: SettingsFrame,
  caller: SignedIn,
  typed: { text: string; problem?: Text } = { text: '' },
): Promise<FastifyReply> {
  const { app } = frame
  const details = await getOwn(app, caller.user.id, idOf(caller.request.params))
  const { strike, posts } = details
  const { title, meaning } = WORDS[strike.action]
  const appealed = textOf(caller.request.query, 'done') === 'appealed'
  const body = html`${appealed && notice('success', t('Your appeal was sent. You get a mail once it is decided.'))}
${isKeptOut(caller.user) ? await standing(frame, caller) : html``}
<section class="card" aria-label="${t('The decision')}">
<p class="muted">${whenDecided(strike)}</p>
${meaning && html`<p>${meaning}</p>`}
${strike.text !== '' && html`<blockquote class="quoted break">${paragraphs(strike.text)}</blockquote>`}
${posts.length > 0 && html`<h2>${t('Posts that it names')}</h2><ul class="entries">${posts.map(postEntry)}</ul>`}
</section>
${appealCard(caller, details, { ...typed, now: app.clock() })}`
  const up = { path: STRIKES, title: t('All decisions') }
  return frame.show(caller, { title, body, up, status: typed.problem === undefined ? 200 : 422 })
}

function postEntry({ url, text, spoiler_text, media_ids, deleted_at }: NamedPost): SafeHtml {
  const words = [spoiler_text, text].filter((part) => part !== '').join(' — ')
  const shown = words.length > EXCERPT ? `${words.slice(0, EXCERPT)}…` : words
  const files = media_ids.length === 0 ? '' : `${media_ids.length} attached`
  const state = deleted_at === null ? html`<a href="${url}">${t('See the post')}</a>` : 'deleted'
  return html`<li><div><p class="break">${shown}</p><p class="muted small">${files}${files !== '' && ' · '}${state}</p></div></li>`
}

function paragraphs(text: string): SafeHtml {
  return html`${text
    .split(/\n{2,}/)
    .map(
      (part) =>
        html`<p>${part.split('\n').map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</p>`,
    )}`
}

function appealCard(
  { visitor }: SignedIn,
  { strike, appeal }: StrikeDetails,
  { text, problem, now }: { text: string; problem?: Text; now: number },
): SafeHtml {
  const card = (content: SafeHtml) =>
    html`<section class="card" aria-labelledby="appeal"><h2 id="appeal">${t('Your appeal')}</h2>${content}</section>`
  if (appeal !== null) {
    return card(html`<p>${VERDICTS[appeal.state]}</p>
<blockquote class="quoted break">${paragraphs(appeal.text)}</blockquote>`)
  }
  const end = strike.created_at + APPEAL_PERIOD
  if (end <= now)
    return card(html`<p class="muted">${t('The time in which you could appeal is over.')}</p>`)
  return card(html`<p>${rich('If you think that this decision is a mistake, say why. Somebody of the staff looks at it. You can do so once, until {dateOf}.', { dateOf: dateOf(end) })}</p>
<form method="post" action="${`${STRIKES}/${strike.id}/appeal`}" class="stack" novalidate>
${csrfField(visitor)}
${field({ id: 'appeal_text', name: 'text', label: t('Why it is a mistake'), type: 'textarea', rows: 6, autocomplete: 'off', value: text, required: true, maxlength: APPEAL_LENGTH, error: problem, prose: true })}
<button class="button primary">${t('Send the appeal')}</button>
</form>`)
}

const VERDICTS = {
  pending: t('It was sent, and nobody has decided about it yet. You will get a mail.'),
  approved: t('It was approved.'),
  rejected: t('It was rejected: the decision stands.'),
} as const
