import type { FastifyReply } from 'fastify'
import { ValidationFailed } from '../../errors.ts'
import { erasureOf } from '../../moderation/suspension.ts'
import { WORDS } from '../../moderation/words.ts'
import { APPEAL_LENGTH, APPEAL_PERIOD, appealWarning } from '../../reports/appeals.ts'
import { html, type SafeHtml } from '../../text/html.ts'
import { STRIKES } from '../account-links.ts'
import { csrfField, field, notice } from '../forms.ts'
import { goTo, textOf } from '../pages.ts'
import { isKeptOut, type SignedIn } from '../signed-in.ts'
import { askedPage, shownPage } from './paging.ts'
import { idOf } from './params.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'
import { getOwn, type NamedPost, type OwnStrike, pageOfOwn, type StrikeDetails } from './strikes.ts'
import { dateOf } from './times.ts'

/** characters of a post that are shown */
const EXCERPT = 300

/**
 * What the staff decided about somebody, and their appeal against it. It is all that those see who are
 * suspended or frozen.
 */
export const strikesSection: SettingsSection = {
  path: STRIKES,
  title: 'Warnings and appeals',
  summary: 'What was decided about your account',
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
          return showStrike(frame, caller, { text, problem: inWords(error.message) })
        }
        return goTo(caller.reply, `${STRIKES}/${warningId}?done=appealed`)
      },
    })
    // where mails and clients of Mastodon lead
    server.get('/disputes/strikes/:id', (request, reply) =>
      goTo(reply, `${STRIKES}/${idOf(request.params)}`),
    )
  },
}

/** What a page says in place of what clients are told. */
function inWords(message: string): string {
  const problem = message.replace(/^Validation failed: /, '')
  return problem === "Text can't be blank" ? 'Please say why you think so.' : `${problem}.`
}

async function showList(frame: SettingsFrame, caller: SignedIn): Promise<FastifyReply> {
  const page = askedPage(caller.request.query)
  const found = await pageOfOwn(frame.app, caller.user.id, page)
  const { rows, links } = shownPage(found, { path: STRIKES, page, cursorOf: ({ id }) => id })
  const body = html`${await standing(frame, caller)}
<section class="card" aria-label="Decisions">
${
  rows.length === 0
    ? html`<p class="muted">Nothing was decided about your account.</p>`
    : html`<p class="muted">What the people who run this server decided about your account. You can appeal against each decision within 20 days.</p>`
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

function stateOf({ overruled_at, appeal }: OwnStrike): string {
  if (overruled_at !== null || appeal?.state === 'approved') return 'does not stand any more'
  if (appeal === null) return 'no appeal'
  return appeal.state === 'pending' ? 'your appeal is waiting' : 'your appeal was rejected'
}

/** Why somebody sees nothing but this page. */
async function standing({ app }: SettingsFrame, { user }: SignedIn): Promise<SafeHtml> {
  if (user.barred === 'disabled') {
    return notice('warning', 'Your account is frozen: you can use nothing but this page.')
  }
  if (user.barred !== 'suspended') return html``
  const erasedAt = await erasureOf(app, user.id)
  const until =
    erasedAt === null ? '' : html` Your data are kept until ${dateOf(erasedAt)} and erased then.`
  return notice(
    'warning',
    html`Your account is suspended: you can use nothing but this page.${until}`,
  )
}

async function showStrike(
  frame: SettingsFrame,
  caller: SignedIn,
  typed: { text: string; problem?: string } = { text: '' },
): Promise<FastifyReply> {
  const { app } = frame
  const details = await getOwn(app, caller.user.id, idOf(caller.request.params))
  const { strike, posts } = details
  const { title, meaning } = WORDS[strike.action]
  const appealed = textOf(caller.request.query, 'done') === 'appealed'
  const body = html`${appealed && notice('success', 'Your appeal was sent. You get a mail once it is decided.')}
${isKeptOut(caller.user) ? await standing(frame, caller) : html``}
<section class="card" aria-label="The decision">
<p class="muted">Decided on ${dateOf(strike.created_at)}${strike.overruled_at !== null && html`; it does not stand any more since ${dateOf(strike.overruled_at)}`}.</p>
${meaning && html`<p>${meaning}</p>`}
${strike.text !== '' && html`<blockquote class="quoted break">${paragraphs(strike.text)}</blockquote>`}
${posts.length > 0 && html`<h2>Posts that it names</h2><ul class="entries">${posts.map(postEntry)}</ul>`}
</section>
${appealCard(caller, details, { ...typed, now: app.clock() })}`
  const up = { path: STRIKES, title: 'All decisions' }
  return frame.show(caller, { title, body, up, status: typed.problem === undefined ? 200 : 422 })
}

function postEntry({ url, text, spoiler_text, media_ids, deleted_at }: NamedPost): SafeHtml {
  const words = [spoiler_text, text].filter((part) => part !== '').join(' — ')
  const shown = words.length > EXCERPT ? `${words.slice(0, EXCERPT)}…` : words
  const files = media_ids.length === 0 ? '' : `${media_ids.length} attached`
  const state = deleted_at === null ? html`<a href="${url}">See the post</a>` : 'deleted'
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
  { text, problem, now }: { text: string; problem?: string; now: number },
): SafeHtml {
  const card = (content: SafeHtml) =>
    html`<section class="card" aria-labelledby="appeal"><h2 id="appeal">Your appeal</h2>${content}</section>`
  if (appeal !== null) {
    return card(html`<p>${VERDICTS[appeal.state]}</p>
<blockquote class="quoted break">${paragraphs(appeal.text)}</blockquote>`)
  }
  const end = strike.created_at + APPEAL_PERIOD
  if (end <= now)
    return card(html`<p class="muted">The time in which you could appeal is over.</p>`)
  return card(html`<p>If you think that this decision is a mistake, say why. Somebody of the staff looks at it. You can do so once, until ${dateOf(end)}.</p>
<form method="post" action="${`${STRIKES}/${strike.id}/appeal`}" class="stack" novalidate>
${csrfField(visitor)}
${field({ id: 'appeal_text', name: 'text', label: 'Why it is a mistake', type: 'textarea', rows: 6, autocomplete: 'off', value: text, required: true, maxlength: APPEAL_LENGTH, error: problem, prose: true })}
<button class="button primary">Send the appeal</button>
</form>`)
}

const VERDICTS = {
  pending: 'It was sent, and nobody has decided about it yet. You will get a mail.',
  approved: 'It was approved.',
  rejected: 'It was rejected: the decision stands.',
} as const
