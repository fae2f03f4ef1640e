import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { Select } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import type { AdminAccount } from '../../../shared/entities/admin.ts'
import { EVERYBODY, type Role } from '../../../shared/entities/role.ts'
import { t } from '../../../shared/i18n.ts'
import { me } from '../../../shared/session.ts'
import { useGet } from '../../../shared/use-resource.ts'

interface ChangeProps {
  account: AdminAccount
  onClose: () => void
  onDone: (account: AdminAccount) => void
}

export function ChangeRole({ account, onClose, onDone }: ChangeProps) {
  const roles = useGet<Role[]>('/api/rookery/v1/admin/roles')
  const current = account.role?.id ?? EVERYBODY
  const chosen = useSignal(current)
  const save = async () => {
    const path = `/api/rookery/v1/admin/accounts/${account.id}/role`
    const role_id = chosen.value === EVERYBODY ? null : chosen.value
    onDone(await api.post<AdminAccount>(path, { role_id }))
    onClose()
  }
  return (
    <Dialog title={t('Role of @{username}', { username: account.username })} onClose={onClose}>
      <Loaded from={roles}>
        {(found) => (
          <Form
            submit={t('Change the role')}
            disabled={chosen.value === current}
            onSubmit={save}
            onCancel={onClose}
            done={t('The role is changed')}
          >
            <Select
              label={t('Role')}
              name="role_id"
              value={chosen}
              hint={t('Roles below your own. What each allows is on the page of roles.')}
              options={found
                .filter(({ id, position }) => id === current || position < me.position)
                .map(({ id, name }) => [id, id === EVERYBODY ? t('None') : name])}
            />
          </Form>
        )}
      </Loaded>
    </Dialog>
  )
}
