import { useSignal } from '@preact/signals'
import { Button } from '../../../shared/components/button.tsx'
import { List } from '../../../shared/components/list.tsx'
import type { AccountStatus, AdminAccount } from '../../../shared/entities/admin.ts'
import type { Status } from '../../../shared/entities/status.ts'
import { t } from '../../../shared/i18n.ts'
import { place } from '../../../shared/router.ts'
import { type PagedList, useList } from '../../../shared/use-resource.ts'
import { Bulk } from '../../parts/bulk.tsx'
import { ChooseAll } from '../../parts/choose-all.tsx'
import { ChooseBox, type Chosen, useChosen } from '../../parts/choose-box.tsx'
import { Post } from '../../parts/post.tsx'
import { type PostDecision, PostDecisionDialog } from '../../parts/post-decision-dialog.tsx'

/** The posts of an account; several can be decided about together. */
export function AccountPosts({ account }: { account: AdminAccount }) {
  const path = `/api/rookery/v1/admin/accounts/${account.id}/statuses`
  const list = useList<AccountStatus>(path)
  const posts = list.items.flatMap(({ status, deleted_at }) =>
    deleted_at === null ? [status] : [],
  )
  const chosen = useChosen(posts, JSON.stringify(place.value.query))
  const numberOf = (id: string) => posts.findIndex((post) => post.id === id) + 1
  return (
    <>
      <p class="muted small">
        {t(
          'Private mentions are not shown. What was deleted is kept for a while, longer where a report or a decision is about it.',
        )}
      </p>
      {posts.length > 0 && (
        <DecideOnPosts account={account} path={path} posts={posts} chosen={chosen} list={list} />
      )}
      <List
        list={list}
        label={t('Posts')}
        empty={t('They have posted nothing that this server knows.')}
        keyOf={({ status }) => status.id}
      >
        {({ status, deleted_at }) => (
          <Post
            status={status}
            deletedAt={deleted_at}
            before={
              deleted_at === null && (
                <ChooseBox
                  id={status.id}
                  chosen={chosen}
                  label={t('Choose post {number}', { number: numberOf(status.id) })}
                />
              )
            }
          />
        )}
      </List>
    </>
  )
}

interface DecideOnPostsProps {
  account: AdminAccount
  path: string
  posts: readonly Status[]
  chosen: Chosen
  list: PagedList<AccountStatus>
}

function DecideOnPosts({ account, path, posts, chosen, list }: DecideOnPostsProps) {
  const decision = useSignal<PostDecision | null>(null)
  const decide = (wanted: PostDecision, title: string) => (
    <Button
      small
      disabled={chosen.ids.length === 0}
      onClick={() => {
        decision.value = wanted
      }}
    >
      {title}
    </Button>
  )
  return (
    <Bulk chosen={chosen}>
      <ChooseAll chosen={chosen} entries={posts} />
      <div class="buttons">
        {decide('mark_sensitive', t('Mark as sensitive…'))}
        {decide('delete', t('Delete…'))}
      </div>
      {decision.value !== null && (
        <PostDecisionDialog
          account={account}
          path={path}
          decision={decision.value}
          statusIds={chosen.ids}
          done={t('Decided')}
          onClose={() => {
            decision.value = null
          }}
          onDone={async () => {
            chosen.set([])
            await list.reload()
          }}
        />
      )}
    </Bulk>
  )
}
