import { useEffect } from 'preact/hooks'
import { Loading } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { warmDateTime } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import type { PageProps } from '../../page.ts'
import type { Post } from '../../state/statuses.ts'
import { useIntent } from '../../state/use-intent.ts'
import { readThread, type Thread, threadOf } from '../../thread/thread.ts'
import { ThreadView, useLiveThread } from '../../thread/thread-view.tsx'
import { followIntent } from './intent.ts'
import { UnavailableStatus } from './unavailable-status.tsx'

/** The thread that `prepare` has read; the page's first rendering does not read it again. */
let prepared: Thread | null = null

export async function prepare({ id = '' }: PageProps['params']): Promise<void> {
  const thread = threadOf(id)
  prepared = thread
  void warmDateTime()
  await readThread(thread)
}

/** A status with what it answers and what answers it. */
export function Page({ params: { acct = '', id = '' } }: PageProps) {
  const thread = threadOf(id)
  useEffect(() => {
    if (prepared !== thread) void readThread(thread)
    prepared = null
  }, [thread])
  useLiveThread(thread)
  const focal = thread.focal.value
  const error = thread.error.value
  if (error !== null) {
    return <UnavailableStatus acct={acct} error={error} retry={() => void readThread(thread)} />
  }
  if (focal === null) {
    return (
      <>
        <PageHead title={t('Post')} />
        <Loading />
      </>
    )
  }
  const { display_name, username } = focal.value.account
  return (
    <>
      <PageHead
        title={t('Post by {name}', { name: display_name || username })}
        heading={t('Post')}
      />
      <Whole thread={thread} post={{ id, own: focal, shown: focal }} />
    </>
  )
}

/** The post, and what was meant to be done with it where somebody came for that from elsewhere. */
function Whole({ thread, post }: { thread: Thread; post: Post }) {
  useIntent(true, (intent) => followIntent(intent, post.shown.peek()))
  return <ThreadView key={thread.id} thread={thread} post={post} />
}
