import { Card, Facts } from '../../../shared/components/card.tsx'
import { Bars } from '../../../shared/components/chart.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { StorageUse } from '../../../shared/entities/operations.ts'
import { count, formatBytes } from '../../../shared/format.ts'
import { useGet } from '../../../shared/resource.ts'
import { Advice } from './advice.tsx'
import './storage.css'

/** bytes below which things begin to fail: an upload and what is made of it need room */
const LITTLE = 2 * 1024 ** 3

/** What takes room, and what can be done about it. */
export function Page() {
  const storage = useGet<StorageUse>('/api/rookery/v1/admin/storage')
  return (
    <>
      <PageHead title="Storage" lead="What takes room on this server." />
      <Loaded from={storage}>{(use) => <Use use={use} />}</Loaded>
    </>
  )
}

function Use({ use }: { use: StorageUse }) {
  const { local_media, cached_media, archives, database_bytes, free_bytes, media_storage } = use
  const used = database_bytes + local_media.bytes + cached_media.bytes + archives.bytes
  const files = (bytes: number, number: number) => `${formatBytes(bytes)}, ${count(number, 'file')}`
  return (
    <>
      {free_bytes !== null && free_bytes < LITTLE && (
        <Notice tone={free_bytes < LITTLE / 4 ? 'danger' : 'warning'}>
          <p>
            <strong>Only {formatBytes(free_bytes)} are free.</strong> Without room nobody can post
            or upload: see below what you can do.
          </p>
        </Notice>
      )}
      <div class="columns">
        <Card title="In use">
          <Bars
            label="What takes room"
            bars={[
              { title: 'Database', value: database_bytes, text: formatBytes(database_bytes) },
              {
                title: 'Uploads from here',
                value: local_media.bytes,
                text: files(local_media.bytes, local_media.files),
              },
              {
                title: 'Kept from elsewhere',
                value: cached_media.bytes,
                text: files(cached_media.bytes, cached_media.files),
              },
              {
                title: 'Archives',
                value: archives.bytes,
                text: files(archives.bytes, archives.files),
              },
            ]}
          />
        </Card>
        <Card title="Room">
          <Bars
            label="Shares of what there is"
            bars={[
              ...(free_bytes === null
                ? []
                : [
                    {
                      title: 'Free',
                      value: free_bytes,
                      of: free_bytes + used,
                      text: `${formatBytes(free_bytes)} beside ${formatBytes(used)} in use`,
                    },
                  ]),
              {
                title: 'Kept from elsewhere',
                value: cached_media.bytes,
                of: cached_media.limit,
                text: `${formatBytes(cached_media.bytes)} of ${formatBytes(cached_media.limit)}`,
              },
            ]}
          />
          <div class="gap" />
          <Facts facts={[['Files are in', <code key="place">{media_storage}</code>]]} />
          {free_bytes === null && (
            <p class="muted small">How much is free there cannot be told from here.</p>
          )}
        </Card>
      </div>
      <div class="gap" />
      <Advice use={use} />
    </>
  )
}
