import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Button } from '../../../shared/components/button.tsx'
import type { Account, List } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { viewer } from '../../../shared/session.ts'
import { dropFeed } from '../../feed/feed-cache.ts'
import { FeedView } from '../../feed/feed-view.tsx'
import { accountFeed } from '../account-feed.ts'
import { AccountRow } from '../account-row.tsx'
import { FindPeople } from '../find-people.tsx'
import { follow } from '../follow-button.tsx'
import { useRelationship } from '../relationships.ts'
import { useFreshFeed } from '../use-fresh-feed.ts'

/** Members of a list, and a search for accounts to add. */
export function ListMembers({ list }: { list: List }) {
  const path = `/api/v1/lists/${list.id}/accounts`
  const feed = useFreshFeed(accountFeed<Account>(path))
  const members = feed.blocks.value.flatMap(({ entries }) => entries)
  const add = async (account: Account) => {
    await api.post(path, { account_ids: [account.id] })
    feed.add(account)
    forgetTimeline(list)
  }
  const remove = async ({ id }: Account) => {
    await api.delete(path, { account_ids: [id] })
    feed.remove((one) => one.id === id)
    forgetTimeline(list)
  }
  const actionsFor = (account: Account) =>
    members.some(({ id }) => id === account.id) ? (
      <ActionButton
        small
        label={t('Remove @{acct}', { acct: account.acct })}
        run={() => remove(account)}
      >
        {t('Remove')}
      </ActionButton>
    ) : (
      <AddKey account={account} add={() => add(account)} />
    )
  return (
    <>
      <section class="page-section">
        <h2>{t('Add people')}</h2>
        <FindPeople label={t('Search for people')} actions={(account) => actionsFor(account)} />
      </section>
      <section class="page-section people-feed">
        <h2>{t('People in this list')}</h2>
        <FeedView
          feed={feed}
          label={t('People in this list')}
          keyOf={({ id }) => id}
          empty={<p>{t('Nobody yet. Search above for people.')}</p>}
        >
          {(account) => <AccountRow account={account} actions={actionsFor(account)} />}
        </FeedView>
      </section>
    </>
  )
}

interface AddKeyProps {
  account: Account
  add: () => Promise<void>
}

/** A list is of people whom one follows, or has asked to: others are followed on the way. */
function AddKey({ account, add }: AddKeyProps) {
  const relationship = useRelationship(account.id)
  const { acct } = account
  const isOwn = viewer?.account_id === account.id
  if (relationship === null && !isOwn) {
    return (
      <Button small disabled>
        {t('Add')}
      </Button>
    )
  }
  const isFollowed = isOwn || relationship?.following || relationship?.requested
  if (isFollowed || relationship === null) {
    return (
      <ActionButton small kind="primary" label={t('Add @{acct}', { acct })} run={add}>
        {t('Add')}
      </ActionButton>
    )
  }
  const followAndAdd = async () => {
    if (await follow(account, relationship)) await add()
  }
  return (
    <ActionButton
      small
      kind="primary"
      label={`${t('Follow and add')}: @${acct}`}
      run={followAndAdd}
    >
      {t('Follow and add')}
    </ActionButton>
  )
}

/** It shows others now, and has to be read anew. */
function forgetTimeline({ id }: List): void {
  dropFeed(`/api/v1/timelines/list/${id}`)
}
