import { List } from '../../../../shared/components/list.tsx'
import { Badge, Notice } from '../../../../shared/components/notice.tsx'
import { Time } from '../../../../shared/components/time.tsx'
import type { MailDelivery, StaffMail } from '../../../../shared/entities/admin.ts'
import { t } from '../../../../shared/i18n.ts'
import { rich } from '../../../../shared/rich.ts'
import { useGet, useList } from '../../../../shared/use-resource.ts'

/** Mails of the staff to the person. */
export function AccountMails({ id }: { id: string }) {
  const list = useList<StaffMail>(`/api/rookery/v1/admin/accounts/${id}/mails`)
  return (
    <List
      list={list}
      label={t('Mails')}
      empty={t('The staff did not write to them yet.')}
      keyOf={(mail) => mail.id}
    >
      {(mail) => (
        <article class="staff-mail">
          <p class="staff-mail-head">
            <strong dir="auto">{mail.subject}</strong> <MailState mail={mail} />
          </p>
          <p class="staff-mail-text" dir="auto">
            {mail.text}
          </p>
          <p class="muted small">
            {mail.account !== null && <bdi>@{mail.account.acct}</bdi>} <Time at={mail.created_at} />
          </p>
        </article>
      )}
    </List>
  )
}

function MailState({ mail: { sent_at, error } }: { mail: StaffMail }) {
  if (sent_at !== null) return <Badge tone="success">{t('Sent')}</Badge>
  if (error === null) return <Badge>{t('On its way')}</Badge>
  return (
    <>
      <Badge tone="danger">{t('Not sent')}</Badge> <span class="muted small">{error}</span>
    </>
  )
}

/** Says that the mail server refuses the address of the person. */
export function MailFailure({ id }: { id: string }) {
  const delivery = useGet<MailDelivery>(`/api/rookery/v1/admin/accounts/${id}/mail_delivery`)
  const { failed_at = null, error = null } = delivery.data ?? {}
  if (failed_at === null) return null
  return (
    <Notice tone="warning">
      <p>
        {rich('Mails do not reach them since {time}: {error}', {
          time: <Time at={failed_at} />,
          error: error ?? '',
        })}
      </p>
    </Notice>
  )
}
