import { List } from '../../../shared/components/list.tsx'
import type { AccountStatus } from '../../../shared/entities/admin.ts'
import { useList } from '../../../shared/resource.ts'
import { Post } from '../../parts/post.tsx'

export function AccountPosts({ id }: { id: string }) {
  const list = useList<AccountStatus>(`/api/rookery/v1/admin/accounts/${id}/statuses`)
  return (
    <>
      <p class="muted small">
        Private mentions are not shown. What was deleted is kept for a while, longer where a report
        or a decision is about it.
      </p>
      <List
        list={list}
        label="Posts"
        empty="They have posted nothing that this server knows."
        keyOf={({ status }) => status.id}
      >
        {({ status, deleted_at }) => <Post status={status} deletedAt={deleted_at} />}
      </List>
    </>
  )
}
