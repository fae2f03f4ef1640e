import { Loaded } from '../../../shared/components/loaded.tsx'
import { Empty } from '../../../shared/components/notice.tsx'
import type { StatusEdit } from '../../../shared/entities/api.ts'
import { formatDateTime } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import { useGet } from '../../../shared/use-resource.ts'
import type { PageProps } from '../../page.ts'
import { AboutHead } from '../../status/about/about-head.tsx'
import { Content } from '../../status/content.tsx'
import { Changes } from './changes.tsx'
import './history.css'

/** Every version of a status, the newest first, and what each changed. */
export function Page({ params }: PageProps) {
  const history = useGet<StatusEdit[]>(`/api/v1/statuses/${params.id}/history`)
  return (
    <>
      <AboutHead title={t('Edits')} params={params} />
      <Loaded from={history}>
        {(versions) =>
          versions.length < 2 ? (
            <Empty>
              <p>{t('This post was never changed.')}</p>
            </Empty>
          ) : (
            <ol class="versions">
              {versions.toReversed().map((version, at) => (
                <li key={version.created_at}>
                  <Version
                    version={version}
                    before={versions[versions.length - 2 - at] ?? null}
                    isNewest={at === 0}
                  />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </>
  )
}

interface VersionProps {
  version: StatusEdit
  /** null: this is the first */
  before: StatusEdit | null
  isNewest: boolean
}

function Version({ version, before, isNewest }: VersionProps) {
  return (
    <article class="version">
      <h2>
        {before === null ? t('Written') : isNewest ? t('Edited, as it is now') : t('Edited')}{' '}
        <time dateTime={version.created_at}>{formatDateTime(version.created_at)}</time>
      </h2>
      {before === null ? (
        <>
          {version.spoiler_text !== '' && (
            <p class="version-spoiler" dir="auto">
              {version.spoiler_text}
            </p>
          )}
          <Content html={version.content} emojis={version.emojis} />
        </>
      ) : (
        <Changes version={version} before={before} />
      )}
    </article>
  )
}
