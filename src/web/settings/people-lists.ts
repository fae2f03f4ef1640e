import { renderAccounts } from '../../accounts/serializer.ts'
import type { App } from '../../app.ts'
import type { Page } from '../../db/pagination.ts'
import { pageOfBlocks, pageOfFollowers, pageOfMutes } from '../../relationships/account-lists.ts'
import { unblockAccount } from '../../relationships/blocks.ts'
import { removeFollower } from '../../relationships/follows.ts'
import { unmuteAccount } from '../../relationships/mutes.ts'
import type { Pair } from '../../relationships/queries.ts'
import { html, type SafeHtml } from '../../text/html.ts'
import type { Tx } from '../../transact.ts'
import { csrfField, notice } from '../forms.ts'
import { goTo, textOf } from '../pages.ts'
import { accountCard } from '../public-account-parts.ts'
import { type AccountEntity, parseEntities } from '../public-entities.ts'
import type { SignedIn } from '../signed-in.ts'
import type { Visitor } from '../visitor.ts'
import { askedPage, shownPage } from './paging.ts'
import { idOf } from './params.ts'
import type { SettingsFrame } from './section.ts'
import { dateOf } from './times.ts'

/** A person in a list: cursors are ids of the relation. */
interface Listed {
  cursor: string
  id: string
  /** ms since 1970 when it ends by itself */
  expires_at?: number | null
}

/** A list of people, each with a button that takes them out of it. */
export interface PeopleList {
  path: string
  title: string
  summary: string
  empty: string
  find(app: App, accountId: string, page: Page): Promise<Listed[]>
  button: string
  done: string
  remove(tx: Tx, pair: Pair): Promise<unknown>
}

export const PRIVACY = '/settings/privacy'
export const TO_PRIVACY = { path: PRIVACY, title: 'Privacy' }

export const PEOPLE_LISTS: readonly PeopleList[] = [
  {
    path: `${PRIVACY}/followers`,
    title: 'Followers',
    summary: 'See who follows you, and remove who should not',
    empty: 'Nobody follows you yet.',
    find: ({ db, clock }, id, page) =>
      pageOfFollowers(db, page, id, { viewerId: id, now: clock() }),
    button: 'Remove',
    done: 'They do not follow you any more. They can ask again unless you block them.',
    remove: removeFollower,
  },
  {
    path: `${PRIVACY}/muted`,
    title: 'Muted accounts',
    summary: 'People whose posts you do not see, and who do not know it',
    empty: 'You mute nobody.',
    find: ({ db, clock }, accountId, page) => pageOfMutes(db, { accountId, now: clock() }, page),
    button: 'Unmute',
    done: 'You see their posts again.',
    remove: unmuteAccount,
  },
  {
    path: `${PRIVACY}/blocked`,
    title: 'Blocked accounts',
    summary: 'People who cannot follow you or see your posts',
    empty: 'You block nobody.',
    find: ({ db }, accountId, page) => pageOfBlocks(db, { accountId }, page),
    button: 'Unblock',
    done: 'They are not blocked any more. Follows that the block ended do not come back.',
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

function doneOf({ request }: SignedIn, { done }: PeopleList): string | null {
  return textOf(request.query, 'done') === '' ? null : done
}

function personEntry(
  app: App,
  visitor: Visitor,
  { list, account, ends }: { list: PeopleList; account: AccountEntity; ends: number | null },
): SafeHtml {
  const id = `person-${account.id}`
  return html`<li class="entry">
<div class="entry-text" id="${id}">${accountCard(app.config, account)}${ends !== null && html`<span class="muted small">until ${dateOf(ends)}</span>`}</div>
<form method="post" action="${list.path}/${account.id}/remove">${csrfField(visitor)}<button class="button secondary" aria-describedby="${id}">${list.button}</button></form>
</li>`
}
