import { renderAccounts } from '../../../features/accounts/serializer.ts'
import {
  pageOfBlocks,
  pageOfFollowers,
  pageOfMutes,
} from '../../../features/relationships/account-lists.ts'
import { unblockAccount } from '../../../features/relationships/blocks.ts'
import { removeFollower } from '../../../features/relationships/follows.ts'
import { unmuteAccount } from '../../../features/relationships/mutes.ts'
import type { Pair } from '../../../features/relationships/queries.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Tx } from '../../../kernel/core/tx.ts'
import type { Page } from '../../../kernel/db/pagination.ts'
import { html, rich, type SafeHtml } from '../../../kernel/text/html.ts'
import { type Text, t } from '../../../kernel/text/messages.ts'
import { csrfField, notice } from '../frame/forms.ts'
import type { SignedIn } from '../frame/signed-in.ts'
import type { Visitor } from '../frame/visitor.ts'
import { goTo, textOf } from '../pages.ts'
import { accountCard } from '../public/account-parts.ts'
import { type AccountEntity, parseEntities } from '../public/entities.ts'
import { askedPage, shownPage } from './paging.ts'
import { idOf } from './params.ts'
import type { SettingsFrame } from './section.ts'
import { dateOf } from './times.ts'

/** An account in a list; cursors are ids of the relation. */
interface Listed {
  cursor: string
  id: string
  /** ms since 1970 at which the relation ends */
  expires_at?: number | null
}

/** A list of accounts, each with a button that removes it. */
export interface PeopleList {
  path: string
  title: Text
  summary: Text
  empty: Text
  find(app: App, accountId: string, page: Page): Promise<Listed[]>
  button: Text
  done: Text
  remove(tx: Tx, pair: Pair): Promise<unknown>
}

export const PRIVACY = '/settings/privacy'
export const TO_PRIVACY = { path: PRIVACY, title: t('Privacy') }

export const PEOPLE_LISTS: readonly PeopleList[] = [
  {
    path: `${PRIVACY}/followers`,
    title: t('Followers'),
    summary: t('See who follows you, and remove who should not'),
    empty: t('Nobody follows you yet.'),
    find: ({ db, clock }, id, page) =>
      pageOfFollowers(db, page, id, { viewerId: id, now: clock() }),
    button: t('Remove'),
    done: t('They do not follow you any more. They can ask again unless you block them.'),
    remove: removeFollower,
  },
  {
    path: `${PRIVACY}/muted`,
    title: t('Muted accounts'),
    summary: t('People whose posts you do not see, and who do not know it'),
    empty: t('You mute nobody.'),
    find: ({ db, clock }, accountId, page) => pageOfMutes(db, { accountId, now: clock() }, page),
    button: t('Unmute'),
    done: t('You see their posts again.'),
    remove: unmuteAccount,
  },
  {
    path: `${PRIVACY}/blocked`,
    title: t('Blocked accounts'),
    summary: t('People who cannot follow you or see your posts'),
    empty: t('You block nobody.'),
    find: ({ db }, accountId, page) => pageOfBlocks(db, { accountId }, page),
    button: t('Unblock'),
    done: t('They are not blocked any more. Follows that the block ended do not come back.'),
    remove: unblockAccount,
  },
]

export function peopleList(frame: SettingsFrame, list: PeopleList): void {
  const { app } = frame
  frame.page({
    path: list.path,
    async show(caller) {
      const page = askedPage(caller.request.query)
      const found = await list.find(app, caller.user.id, page)
      const cursorOf = (row: Listed) => row.cursor
      const { rows, links } = shownPage(found, { path: list.path, page, cursorOf })
      const ends = new Map(rows.map((row) => [row.id, row.expires_at ?? null]))
      const texts = await renderAccounts(app, [...ends.keys()])
      const entries = parseEntities<AccountEntity>(texts).map((account) =>
        personEntry(app, caller.visitor, { list, account, ends: ends.get(account.id) ?? null }),
      )
      const done = doneOf(caller, list)
      const body = html`${done && notice('success', done)}
<section class="card" aria-label="${list.title}">${entries.length === 0 ? html`<p>${list.empty}</p>` : html`<ul class="entries">${entries}</ul>`}
</section>${links}`
      return frame.show(caller, { title: list.title, body, up: TO_PRIVACY })
    },
  })
  frame.form({
    path: `${list.path}/:id/remove`,
    async submit({ user, request, reply }) {
      const targetId = idOf(request.params)
      await app.transact((tx) => list.remove(tx, { accountId: user.id, targetId }))
      return goTo(reply, `${list.path}?done=1`)
    },
  })
}

function doneOf({ request }: SignedIn, { done }: PeopleList): Text | null {
  return textOf(request.query, 'done') === '' ? null : done
}

function personEntry(
  app: App,
  visitor: Visitor,
  { list, account, ends }: { list: PeopleList; account: AccountEntity; ends: number | null },
): SafeHtml {
  const id = `person-${account.id}`
  return html`<li class="entry">
<div class="entry-text" id="${id}">${accountCard(app.config, account)}${ends !== null && html`<span class="muted small">${rich('until {day}', { day: dateOf(ends) })}</span>`}</div>
<form method="post" action="${list.path}/${account.id}/remove">${csrfField(visitor)}<button class="button secondary" aria-describedby="${id}">${list.button}</button></form>
</li>`
}
