import type { FastifyReply } from 'fastify'
import { type Alias, getNamed, loadAliases } from '../../../features/accounts/alias-routes.ts'
import { addAlias, removeAlias } from '../../../features/accounts/aliases.ts'
import { InvalidFields } from '../../../features/accounts/field-errors.ts'
import { MOVE_COOLDOWN, moveAccount, unmoveAccount } from '../../../features/accounts/moves.ts'
import { refreshMoveTarget } from '../../../features/accounts/remote/moved-to.ts'
import { checkCurrentPassword } from '../../../features/identity/password-changes.ts'
import { NotFound, Unprocessable, Unreachable } from '../../../kernel/base/errors.ts'
import type { App } from '../../../kernel/core/app.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { csrfField, field, notice, sayError } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import { goTo, textOf } from '../pages.ts'
import { givenPassword, passwordField } from './password-check.ts'
import type { SettingsFrame, SettingsSection } from './section.ts'
import { dateOf } from './times.ts'

const PATH = '/settings/migration'

export const moveSection: SettingsSection = {
  path: PATH,
  title: t('Move'),
  summary: t('Take your followers to or from another account'),
  group: 'data',
  alsoAt: ['/settings/aliases', '/settings/migration/redirect'],
  register(frame) {
    frame.page({ show: (caller) => showMove(frame, caller, {}) })
    moveForms(frame)
    aliasForms(frame)
  },
}

function moveForms(frame: SettingsFrame): void {
  const { app } = frame
  frame.form({
    path: PATH,
    limits: ['sign_in'],
    submit: (caller) =>
      attempt(frame, caller, 'move', async () => {
        const { id, userId } = caller.user
        await checkCurrentPassword(app, userId, await givenPassword(app, caller))
        const named = await getNamed(app, textOf(caller.request.body, 'acct'))
        const target = await refreshMoveTarget(app, named)
        await app.transact((tx) => moveAccount(tx, { accountId: id, targetId: target.id }))
      }),
  })
  frame.form({
    path: `${PATH}/undo`,
    submit: (caller) =>
      attempt(frame, caller, 'undo', () => app.transact((tx) => unmoveAccount(tx, caller.user.id))),
  })
}

function aliasForms(frame: SettingsFrame): void {
  const { app } = frame
  frame.form({
    path: `${PATH}/aliases`,
    limits: ['sign_in'],
    fresh: true,
    submit: (caller) =>
      attempt(frame, caller, 'alias', async () => {
        const alias = await getNamed(app, textOf(caller.request.body, 'alias'))
        await app.transact((tx) => addAlias(tx, caller.user.id, alias))
      }),
  })
  frame.form({
    path: `${PATH}/aliases/remove`,
    fresh: true,
    submit: (caller) =>
      attempt(frame, caller, 'unalias', () => {
        const uri = textOf(caller.request.body, 'uri')
        return app.transact((tx) => removeAlias(tx, caller.user.id, uri))
      }),
  })
}

type Step = 'move' | 'undo' | 'alias' | 'unalias'

const DONE: Record<string, Text> = {
  move: t('Your account moves. Followers are told now; those whose servers know how follow along.'),
  undo: t('Your account is in use again. Followers who went along stay where they are.'),
  alias: t('The other account can move here now.'),
  unalias: t('The other account cannot move here any more.'),
}

/** Runs a step; if it fails, shows the reason beside its form. */
async function attempt(
  frame: SettingsFrame,
  caller: SignedIn,
  step: Step,
  work: () => Promise<void>,
): Promise<FastifyReply> {
  try {
    await work()
  } catch (error) {
    return showMove(frame, caller, { [step]: reasonIn(error) })
  }
  return goTo(caller.reply, `${PATH}?done=${step}`)
}

/** @throws errors that are not for users */
function reasonIn(error: unknown): Text {
  if (error instanceof InvalidFields) return sayError(error)
  if (error instanceof Unreachable)
    return t('Its server does not answer right now. Try again later.')
  if (!(error instanceof NotFound) && !(error instanceof Unprocessable)) throw error
  return WORDS[error.message] ?? sayError(error)
}

const UNKNOWN = t('There is no such account. Give its whole name, such as @name@example.org.')
/** Messages for people, by the API's error message. */
const WORDS: Record<string, Text> = {
  'Record not found': UNKNOWN,
  'Validation failed: Acct is no account that can be found': UNKNOWN,
  'Validation failed: Acct is this account itself': t('This is the account itself.'),
  'The account to move to does not name this one as its alias yet': t(
    'The other account does not name this one yet. Sign in there and add this one as its alias first.',
  ),
}

async function showMove(
  frame: SettingsFrame,
  caller: SignedIn,
  problems: Partial<Record<Step, Text>>,
): Promise<FastifyReply> {
  const state = await moveState(frame.app, caller.user.id)
  const aliases = await loadAliases(frame.app, caller.user.id)
  const done = DONE[textOf(caller.request.query, 'done')]
  const body = html`${done && notice('success', done)}
${state.target === null ? moveCard(frame.app, caller, state, problems.move) : movedCard(caller, state.target)}
${aliasCard(caller, aliases, problems.alias)}`
  const status = Object.keys(problems).length === 0 ? 200 : 422
  return frame.show(caller, { body, status })
}

interface MoveState {
  /** name of the account that this one moved to, or null */
  target: string | null
  /** ms since 1970 until which the account cannot move; null: it can */
  blockedUntil: number | null
}

async function moveState({ db, config, clock }: App, accountId: string): Promise<MoveState> {
  const row = await db
    .selectFrom('account')
    .leftJoin('account as target', 'target.id', 'account.moved_to_id')
    .select(['account.moved_at', 'target.username', 'target.domain'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()
  const until = (row.moved_at ?? 0) + MOVE_COOLDOWN
  return {
    target: row.username === null ? null : `@${row.username}@${row.domain ?? config.handleDomain}`,
    blockedUntil: until > clock() ? until : null,
  }
}

function moveCard(
  { config }: App,
  { visitor, user, request }: SignedIn,
  { blockedUntil }: MoveState,
  problem: Text | undefined,
): SafeHtml {
  const intro = html`<h2 id="move">${t('Move to another account')}</h2>
<p>${t('Your followers are asked to follow the other account in place of this one. Your posts stay here, and your profile shows where you went.')}</p>`
  if (blockedUntil !== null) {
    return html`<section class="card" aria-labelledby="move">${intro}
${problem && alert(problem)}
${notice('info', html`${rich('You moved lately. An account can move once in 30 days: this one again from {dateOf} on.', { dateOf: dateOf(blockedUntil) })}`)}</section>`
  }
  return html`<section class="card" aria-labelledby="move">${intro}
<p>${rich('First sign in to the other account and name {username} as its alias there. You can move again after 30 days.', { username: html`<strong class="break">@${user.username}@${config.handleDomain}</strong>` })}</p>
${problem && alert(problem)}
<form method="post" action="${PATH}" class="stack" novalidate>
${csrfField(visitor)}
${field({ id: 'acct', name: 'acct', label: t('The other account'), value: textOf(request.body, 'acct'), hint: t('For example @name@example.org'), autocomplete: 'off', required: true })}
<input type="text" name="username" value="${user.username}" autocomplete="username" hidden>
${passwordField('move_current_password', undefined)}
<button class="button danger">${t('Move my followers')}</button>
</form>
</section>`
}

function movedCard({ visitor }: SignedIn, target: string): SafeHtml {
  return html`<section class="card" aria-labelledby="move">
<h2 id="move">${t('This account has moved')}</h2>
<p>${rich('Its profile points to {target}.', { target: html`<strong class="break">${target}</strong>` })}</p>
<p>${t('You can use it again. Followers who went along stay there, and it can move again 30 days after it moved.')}</p>
<form method="post" action="${PATH}/undo">${csrfField(visitor)}<button class="button secondary">${t('Use this account again')}</button></form>
</section>`
}

function aliasCard(
  { visitor, request }: SignedIn,
  aliases: readonly Alias[],
  problem: Text | undefined,
): SafeHtml {
  return html`<section class="card" aria-labelledby="aliases">
<h2 id="aliases">${t('Move from another account')}</h2>
<p>${t('Name your other account here, then start the move there. Everybody can see that you named it.')}</p>
${aliases.length > 0 && html`<ul class="entries">${aliases.map((alias, index) => aliasEntry(visitor, alias, index))}</ul>`}
${problem && alert(problem)}
<form method="post" action="${PATH}/aliases" class="stack" novalidate>
${csrfField(visitor)}
${field({ id: 'alias', name: 'alias', label: t('Your other account'), value: textOf(request.body, 'alias'), hint: t('For example @name@example.org'), autocomplete: 'off', required: true })}
<button class="button primary">${t('Add as an alias')}</button>
</form>
</section>`
}

function aliasEntry(visitor: SignedIn['visitor'], { uri, acct }: Alias, index: number): SafeHtml {
  return html`<li class="entry">
<div class="entry-text"><strong class="break" id="alias-${index}">${acct === null ? uri : `@${acct}`}</strong></div>
<form method="post" action="${PATH}/aliases/remove">${csrfField(visitor)}<input type="hidden" name="uri" value="${uri}"><button class="button secondary" aria-describedby="alias-${index}">${t('Remove')}</button></form>
</li>`
}

function alert(problem: Text): SafeHtml {
  return html`<div class="notice danger" role="alert">${problem}</div>`
}
