import { Dialog } from '../../../shared/components/dialog.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Empty } from '../../../shared/components/notice.tsx'
import type { Status, StatusReaction } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { AccountRow } from '../../people/account-row.tsx'
import './more.css'

/** Accounts that reacted, by emoji. */
export function WhoReacted({ status, close }: { status: Status; close: () => void }) {
  const path = `/api/v1/pleroma/statuses/${status.id}/reactions`
  const reactions = useGet<StatusReaction[]>(path)
  return (
    <Dialog title={t('Who reacted')} onClose={close}>
      <Loaded from={reactions}>
        {(list) =>
          list.length === 0 ? (
            <Empty>{t('Nobody has reacted with an emoji yet.')}</Empty>
          ) : (
            list.map(({ name, url, count, accounts }) => (
              <section key={name} class="who-reacted">
                <h3>
                  {url === null ? name : <img class="emoji" src={url} alt={name} />}{' '}
                  <span class="muted">{plural(count, '{n} person', '{n} people')}</span>
                </h3>
                {accounts.map((account) => (
                  <AccountRow key={account.id} account={account} />
                ))}
              </section>
            ))
          )
        }
      </Loaded>
    </Dialog>
  )
}
