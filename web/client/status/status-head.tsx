import type { ComponentChildren } from 'preact'
import { displayName } from '../../shared/components/person.tsx'
import { Age } from '../../shared/components/time.tsx'
import type { Account, Status } from '../../shared/entities/api.ts'
import { formatRelative } from '../../shared/format.ts'
import { t } from '../../shared/i18n.ts'
import { Bot, Icon, Pencil } from '../../shared/icons.tsx'
import { profilePath, statusPath } from '../state/accounts.ts'
import { VisibilitySign } from './visibility.tsx'
import './status-head.css'

/** Author, whom it answers, visibility and time, in one line. @param after stands behind the author */
export function StatusHead({ status, after }: { status: Status; after?: ComponentChildren }) {
  const { created_at: at, visibility, edited_at, account } = status
  return (
    <header class="status-head">
      <Author account={account} />
      {after}
      <span class="status-when">
        {edited_at !== null && <EditedSign status={status} />}
        {visibility !== 'public' && <VisibilitySign visibility={visibility} />}
        <a class="status-time" href={statusPath(status)} data-key="open">
          <Age at={at} />
        </a>
      </span>
    </header>
  )
}

export function Author({ account, after }: { account: Account; after?: ComponentChildren }) {
  return (
    <a class="status-author" href={profilePath(account)} data-key="profile">
      <span class="status-name">
        <bdi class="name">{displayName(account)}</bdi>
        {account.bot && (
          <span class="status-bot" title={t('Posts by itself')}>
            <Icon of={Bot} size={16} />
            <span class="visually-hidden">{t('Posts by itself')}</span>
          </span>
        )}
        {after}
      </span>
      <span class="handle" dir="ltr">
        @{account.acct}
      </span>
    </a>
  )
}

function EditedSign({ status }: { status: Status }) {
  const label = t('Edited {time}: see what changed', {
    time: formatRelative(status.edited_at ?? ''),
  })
  return (
    <a class="status-sign" href={`${statusPath(status)}/history`} title={label} aria-label={label}>
      <Icon of={Pencil} size={15} />
    </a>
  )
}
