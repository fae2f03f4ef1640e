import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Card } from '../../../shared/components/card.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Person } from '../../../shared/components/person.tsx'
import type { Featured } from '../../../shared/entities/content.ts'
import { t } from '../../../shared/i18n.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { accountHref } from '../../parts/page-links.ts'
import { AddPerson } from './add-person.tsx'
import { moved } from './order.ts'
import { Preview } from './preview.tsx'
import './suggestions.css'

const PATH = '/api/rookery/v1/admin/suggestions'

/** The people whom everybody is suggested first, newcomers above all. */
export function Page() {
  const featured = useGet<Featured[]>(PATH)
  const put = async (accts: readonly string[]) => {
    featured.set(await api.put<Featured[]>(PATH, { accts }))
  }
  return (
    <>
      <PageHead
        title={t('Suggested people')}
        lead={t(
          'Newcomers see them first, in this order; then come people whom others here follow. Whoever follows or dismissed one does not see them any more.',
        )}
      />
      <Loaded from={featured}>
        {(entries) => {
          const accts = entries.map(({ acct }) => acct)
          return (
            <div class="split">
              <div class="split-rest">
                <AddPerson known={accts} add={(acct) => put([...accts, acct])} />
                {entries.length === 0 ? (
                  <p class="empty">{t('Nobody is suggested by the staff yet.')}</p>
                ) : (
                  <ol class="entries" aria-label={t('Suggested people')}>
                    {entries.map((entry, at) => (
                      <li key={entry.acct} class="suggested">
                        <Entry entry={entry} />
                        <EntryActions accts={accts} at={at} put={put} />
                      </li>
                    ))}
                  </ol>
                )}
              </div>
              <div class="split-side">
                <Card title={t('As newcomers see them')}>
                  <Preview entries={entries} />
                </Card>
              </div>
            </div>
          )
        }}
      </Loaded>
    </>
  )
}

function Entry({ entry: { acct, account, shown } }: { entry: Featured }) {
  if (account === null) {
    return (
      <div class="suggested-person">
        <bdi>@{acct}</bdi> <Badge tone="warning">{t('Not known here')}</Badge>
      </div>
    )
  }
  return (
    <div class="suggested-person">
      <Person account={account} href={accountHref(account.id)}>
        {!shown && (
          <div class="suggested-why">
            <Badge tone="warning">{t('Not shown')}</Badge>
            <span class="muted small">
              {t('They do not want to be found, moved away, or are limited or suspended.')}
            </span>
          </div>
        )}
      </Person>
    </div>
  )
}

interface EntryActionsProps {
  accts: readonly string[]
  at: number
  put: (accts: readonly string[]) => Promise<void>
}

function EntryActions({ accts, at, put }: EntryActionsProps) {
  const acct = accts[at] ?? ''
  return (
    <div class="buttons">
      <ActionButton
        small
        kind="quiet"
        disabled={at === 0}
        label={t('Move @{acct} up', { acct })}
        run={() => put(moved(accts, at, -1))}
      >
        ↑
      </ActionButton>
      <ActionButton
        small
        kind="quiet"
        disabled={at === accts.length - 1}
        label={t('Move @{acct} down', { acct })}
        run={() => put(moved(accts, at, 1))}
      >
        ↓
      </ActionButton>
      <ActionButton
        small
        label={t('Remove @{acct}', { acct })}
        run={() => put(accts.filter((one) => one !== acct))}
      >
        {t('Remove')}
      </ActionButton>
    </div>
  )
}
