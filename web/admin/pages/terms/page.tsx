import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ActionButton, Button } from '../../../shared/components/button.tsx'
import { Html } from '../../../shared/components/html.tsx'
import { List } from '../../../shared/components/list.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { Terms } from '../../../shared/entities/settings.ts'
import { formatDate } from '../../../shared/format.ts'
import { useList } from '../../../shared/resource.ts'
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
        title="Terms of service"
        lead="Each version counts from its day on; older ones stay readable."
        actions={
          <Button
            kind="primary"
            onClick={() => {
              isWriting.value = true
            }}
          >
            Write a new version
          </Button>
        }
      />
      <List
        list={list}
        label="Versions of the terms of service"
        empty="There are no terms of service."
        keyOf={({ id }) => id}
      >
        {(terms) => (
          <>
            <p>
              <strong>From {formatDate(terms.effective_date)}</strong>{' '}
              <State terms={terms} isCurrent={terms === current} />{' '}
              {terms.notified_at !== null && (
                <span class="muted small">
                  everybody was told <Time at={terms.notified_at} />
                </span>
              )}
            </p>
            <details>
              <summary>Text</summary>
              <Html html={terms.content} />
            </details>
            {!terms.effective && (
              <ActionButton
                small
                question={{
                  title: 'Withdraw this version?',
                  text: 'It will not come into force. Whoever was told of it by mail is not told that it does not.',
                  confirm: 'Withdraw it',
                  danger: true,
                }}
                done="It is withdrawn"
                run={async () => {
                  await api.delete(`${PATH}/${terms.id}`)
                  list.replace(({ id }) => id === terms.id, null)
                }}
              >
                Withdraw…
              </ActionButton>
            )}
          </>
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

function State({ terms, isCurrent }: { terms: Terms; isCurrent: boolean }) {
  if (isCurrent) return <Badge tone="success">In force</Badge>
  return terms.effective ? <Badge>Before</Badge> : <Badge tone="info">To come</Badge>
}
