import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Button } from '../../../shared/components/button.tsx'
import { Html } from '../../../shared/components/html.tsx'
import { List } from '../../../shared/components/list.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Terms } from '../../../shared/entities/settings.ts'
import { formatDate } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { useList } from '../../../shared/use-resource.ts'
import { Publish } from './publish.tsx'

const PATH = '/api/rookery/v1/admin/terms_of_service'

/** Terms of service by the day from which they count: those in force, those to come, and those before. */
export function Page() {
  const list = useList<Terms>(PATH)
  const isWriting = useSignal(false)
  const current = list.items.find(({ effective }) => effective)
  return (
    <>
      <PageHead
        title={t('Terms of service')}
        lead={t('Each version counts from its day on; older ones stay readable.')}
        actions={
          <Button
            kind="primary"
            onClick={() => {
              isWriting.value = true
            }}
          >
            {t('Write a new version')}
          </Button>
        }
      />
      <List
        list={list}
        label={t('Versions of the terms of service')}
        empty={t('There are no terms of service.')}
        keyOf={({ id }) => id}
      >
        {(terms) => (
          <Version
            terms={terms}
            isCurrent={terms === current}
            onWithdrawn={() => list.replace(({ id }) => id === terms.id, null)}
          />
        )}
      </List>
      {isWriting.value && (
        <Publish
          before={current?.content ?? ''}
          onClose={() => {
            isWriting.value = false
          }}
          onDone={list.reload}
        />
      )}
    </>
  )
}

interface VersionProps {
  terms: Terms
  isCurrent: boolean
  onWithdrawn: () => void
}

function Version({ terms, isCurrent, onWithdrawn }: VersionProps) {
  return (
    <>
      <p>
        <strong>
          {t('From {effectivedate}', { effectivedate: formatDate(terms.effective_date) })}
        </strong>{' '}
        <State terms={terms} isCurrent={isCurrent} />{' '}
        {terms.notified_at !== null && (
          <span class="muted small">
            {rich('everybody was told {notifiedat}', {
              notifiedat: <Time at={terms.notified_at} />,
            })}
          </span>
        )}
      </p>
      <details>
        <summary>{t('Text')}</summary>
        <Html html={terms.content} />
      </details>
      {!terms.effective && (
        <ActionButton
          small
          question={{
            title: t('Withdraw this version?'),
            text: t(
              'It will not come into force. Whoever was told of it by mail is not told that it does not.',
            ),
            confirm: t('Withdraw it'),
            danger: true,
          }}
          done={t('It is withdrawn')}
          run={async () => {
            await api.delete(`${PATH}/${terms.id}`)
            onWithdrawn()
          }}
        >
          {t('Withdraw…')}
        </ActionButton>
      )}
    </>
  )
}

function State({ terms, isCurrent }: { terms: Terms; isCurrent: boolean }) {
  if (isCurrent) return <Badge tone="success">{t('In force')}</Badge>
  return terms.effective ? (
    <Badge>{t('Before|an older version')}</Badge>
  ) : (
    <Badge tone="info">{t('To come')}</Badge>
  )
}
