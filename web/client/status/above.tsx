import { displayName } from '../../shared/components/person.tsx'
import type { Account, Status } from '../../shared/entities/api.ts'
import { t } from '../../shared/i18n.ts'
import { Icon, Repeat2, Reply } from '../../shared/icons.tsx'
import { rich } from '../../shared/rich.ts'
import { profilePath } from '../state/accounts.ts'

interface AboveProps {
  /** the entry of the list: a boost, or the status itself */
  own: Status
  status: Status
  isInThread: boolean
}

/** Why a status stands there: who boosted it, whom it answers. */
export function Above({ own, status, isInThread }: AboveProps) {
  const isBoost = own.id !== status.id
  return (
    <>
      {isBoost && (
        <p class="status-above">
          <Icon of={Repeat2} size={16} />
          <span>{rich('{name} boosted', { name: <PersonLink account={own.account} /> })}</span>
        </p>
      )}
      {!isInThread && status.in_reply_to_account_id !== null && <ReplyLine status={status} />}
    </>
  )
}

function ReplyLine({ status }: { status: Status }) {
  const { in_reply_to_account_id: id, account, mentions } = status
  const person = mentions.find((mention) => mention.id === id)
  const words =
    id === account.id
      ? t('Goes on with their own thread')
      : person === undefined
        ? t('A reply')
        : rich('Replying to {name}', {
            name: (
              <a href={profilePath(person)} dir="ltr">
                @{person.acct}
              </a>
            ),
          })
  return (
    <p class="status-above">
      <Icon of={Reply} size={16} /> <span>{words}</span>
    </p>
  )
}

export function PersonLink({ account }: { account: Account }) {
  return (
    <a href={profilePath(account)}>
      <bdi>{displayName(account)}</bdi>
    </a>
  )
}
