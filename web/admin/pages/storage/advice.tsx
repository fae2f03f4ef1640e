import type { ComponentChildren } from 'preact'
import { Card } from '../../../shared/components/card.tsx'
import type { StorageUse } from '../../../shared/entities/operations.ts'
import { formatBytes } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { may } from '../../../shared/session.ts'

/** Ways to free storage, the cheapest first. */
export function Advice({ use }: { use: StorageUse }) {
  return (
    <Card title={t('What you can do')}>
      <dl class="storage-advice">
        <dt>{t('Keep fewer files of other servers')}</dt>
        <dd>
          {t(
            'At most {limit} are kept; what nobody looked at for longest goes first, and comes again when somebody looks.',
            { limit: formatBytes(use.cached_media.limit) },
          )}{' '}
          <Setting>{t('Change how much is kept')}</Setting>
        </dd>
        <dt>{t('Keep old posts of other servers for a shorter time')}</dt>
        <dd>
          {t(
            'Those that nobody here did anything with can go after some days. It makes the database grow slower.',
          )}{' '}
          <Setting>{t('Change how long they are kept')}</Setting>
        </dd>
        <dt>{t('Uploads of people here')}</dt>
        <dd>
          {rich(
            'They stay as long as their posts and are never deleted to make room. Where they fill the disk, move the folder to a larger one and name it in {mediastorage}.',
            { mediastorage: <code>MEDIA_STORAGE</code> },
          )}
        </dd>
      </dl>
    </Card>
  )
}

function Setting({ children }: { children: ComponentChildren }) {
  if (!may('manageSettings')) return <>{t('Somebody who may change the settings can do it.')}</>
  return <a href="/admin/settings?group=storage">{children}</a>
}
