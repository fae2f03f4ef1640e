import { displayName } from '../shared/components/person.tsx'
import type { CredentialAccount } from '../shared/entities/api.ts'
import { t } from '../shared/i18n.ts'
import { me } from '../shared/session.ts'
import { useGet } from '../shared/use-resource.ts'

/** Picture and name of who is signed in. */
export function Face() {
  const { data: own } = useGet<CredentialAccount>('/api/v1/accounts/verify_credentials')
  return (
    <>
      {own === null ? (
        <span class="account-menu-waiting" />
      ) : (
        <img class="avatar" src={own.avatar_static} alt="" width={40} height={40} />
      )}
      <span class="account-menu-words">
        <span class="visually-hidden">{t('Account')}</span>
        <bdi class="account-menu-name">{own === null ? me.username : displayName(own)}</bdi>
        <bdi class="muted" dir="ltr" title={me.role}>
          @{me.username}
        </bdi>
      </span>
    </>
  )
}
