import { Card, Facts } from '../../../shared/components/card.tsx'
import { Bars } from '../../../shared/components/chart.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { StorageUse } from '../../../shared/entities/operations.ts'
import { formatBytes } from '../../../shared/format.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { Advice } from './advice.tsx'
import './storage.css'

/** bytes below which things begin to fail: an upload and what is made of it need room */
const LITTLE = 2 * 1024 ** 3

/** Storage use by kind, and ways to reduce it. */
export function Page() {
  const storage = useGet<StorageUse>('/api/rookery/v1/admin/storage')
  return (
    <>
      <PageHead title={t('Storage')} lead={t('What takes room on this server.')} />
      <Loaded from={storage}>{(use) => <Use use={use} />}</Loaded>
    </>
  )
}

function Use({ use }: { use: StorageUse }) {
  return (
    <>
      <LowSpace free={use.free_bytes} />
      <div class="columns">
        <InUse use={use} />
        <Room use={use} />
      </div>
      <div class="gap" />
      <Advice use={use} />
    </>
  )
}

function LowSpace({ free }: { free: number | null }) {
  if (free === null || free >= LITTLE) return null
  return (
    <Notice tone={free < LITTLE / 4 ? 'danger' : 'warning'}>
      <p>
        {rich('{free} Without room nobody can post or upload: see below what you can do.', {
          free: <strong>{t('Only {free} are free.', { free: formatBytes(free) })}</strong>,
        })}
      </p>
    </Notice>
  )
}

function InUse({ use }: { use: StorageUse }) {
  const { local_media, cached_media, archives, database_bytes } = use
  const files = (bytes: number, number: number) =>
    `${formatBytes(bytes)}, ${plural(number, '{n} file', '{n} files')}`
  return (
    <Card title={t('In use')}>
      <Bars
        label={t('What takes room')}
        bars={[
          { title: t('Database'), value: database_bytes, text: formatBytes(database_bytes) },
          {
            title: t('Uploads from here'),
            value: local_media.bytes,
            text: files(local_media.bytes, local_media.files),
          },
          {
            title: t('Kept from elsewhere'),
            value: cached_media.bytes,
            text: files(cached_media.bytes, cached_media.files),
          },
          {
            title: t('Archives'),
            value: archives.bytes,
            text: files(archives.bytes, archives.files),
          },
        ]}
      />
    </Card>
  )
}

function Room({ use }: { use: StorageUse }) {
  const { local_media, cached_media, archives, database_bytes, free_bytes, media_storage } = use
  const used = database_bytes + local_media.bytes + cached_media.bytes + archives.bytes
  return (
    <Card title={t('Room')}>
      <Bars
        label={t('Shares of what there is')}
        bars={[
          ...(free_bytes === null
            ? []
            : [
                {
                  title: t('Free'),
                  value: free_bytes,
                  of: free_bytes + used,
                  text: t('{freebytes} beside {used} in use', {
                    freebytes: formatBytes(free_bytes),
                    used: formatBytes(used),
                  }),
                },
              ]),
          {
            title: t('Kept from elsewhere'),
            value: cached_media.bytes,
            of: cached_media.limit,
            text: t('{bytes} of {limit}', {
              bytes: formatBytes(cached_media.bytes),
              limit: formatBytes(cached_media.limit),
            }),
          },
        ]}
      />
      <div class="gap" />
      <Facts facts={[[t('Files are in'), <code key="place">{media_storage}</code>]]} />
      {free_bytes === null && (
        <p class="muted small">{t('How much is free there cannot be told from here.')}</p>
      )}
    </Card>
  )
}
