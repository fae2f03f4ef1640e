import { useContext, useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import { Empty, ErrorNotice, Loading } from '../../../shared/components/notice.tsx'
import { t } from '../../../shared/i18n.ts'
import { Scroller } from '../../feed/scroller.ts'
import { readThread, threadOf } from '../../thread/thread.ts'
import { ThreadView, useLiveThread } from '../../thread/thread-view.tsx'

/** A post that was opened in a column, with what is around it. */
export function ColumnThread({ id }: { id: string }) {
  const thread = useMemo(() => threadOf(id), [id])
  const scroller = useContext(Scroller)
  useLayoutEffect(() => void scroller?.scrollTo({ top: 0 }), [scroller])
  useEffect(() => void readThread(thread), [thread])
  useLiveThread(thread)
  const focal = thread.focal.value
  const isThere = focal !== null
  useEffect(() => {
    // what is read goes on from the post
    const card = isThere ? scroller?.querySelector<HTMLElement>('.focal') : null
    card?.focus({ preventScroll: true })
  }, [isThere, scroller])
  const error = thread.error.value
  if (error?.status === 404 || error?.status === 403) {
    return (
      <Empty>
        <p>{t('It was deleted, or it is not meant for you.')}</p>
      </Empty>
    )
  }
  if (error !== null) return <ErrorNotice error={error} retry={() => void readThread(thread)} />
  if (focal === null) return <Loading />
  return <ThreadView thread={thread} post={{ id, own: focal, shown: focal }} />
}
