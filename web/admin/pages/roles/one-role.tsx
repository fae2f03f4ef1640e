import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { EVERYBODY, type Role } from '../../../shared/entities/role.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { go } from '../../../shared/router.ts'
import { me } from '../../../shared/session.ts'
import { useResource } from '../../../shared/use-resource.ts'
import { RoleForm } from './role-form.tsx'

const PATH = '/api/rookery/v1/admin/roles'
const UP = { href: '/admin/roles', title: t('Roles') }

const NEW: Role = {
  id: '',
  name: '',
  color: '',
  permissions: '0',
  permission_names: [],
  highlighted: false,
  position: 1,
  require_two_factor: false,
  collection_limit: 10,
  users_count: 0,
}

/** @param id null: a role that is not there yet */
export function OneRole({ id }: { id: string | null }) {
  const role = useResource(`role ${id}`, async () =>
    id === null ? NEW : api.get<Role>(`${PATH}/${id}`),
  )
  const { data } = role
  const name = data === null ? t('Role') : data.id === EVERYBODY ? t('Everybody') : data.name
  const save = async (body: object) => {
    if (id === null) {
      await api.post<Role>(PATH, body)
      go('/admin/roles')
    } else role.set(await api.put<Role>(`${PATH}/${id}`, body))
  }
  return (
    <>
      <PageHead
        title={id === null ? t('A new role') : name}
        up={UP}
        actions={data !== null && id !== null && <Remove role={data} />}
        lead={
          data?.id === EVERYBODY
            ? t('What everybody may do, whatever other role they have.')
            : undefined
        }
      />
      <Loaded from={role}>
        {(found) => (
          <>
            {id !== null && !isBelow(found) && (
              <Notice>
                <p>{t('This role is not below yours: you can look at it, but not change it.')}</p>
              </Notice>
            )}
            <RoleForm role={found} isFixed={id !== null && !isBelow(found)} onSave={save} />
          </>
        )}
      </Loaded>
    </>
  )
}

const isBelow = ({ position }: Role): boolean => position < me.position

function Remove({ role }: { role: Role }) {
  if (role.id === EVERYBODY || !isBelow(role)) return null
  return (
    <ActionButton
      question={{
        title: t('Delete the role {name}?', { name: role.name }),
        text: plural(
          role.users_count,
          '{n} person has it, and will have none.',
          '{n} people have it, and will have none.',
        ),
        confirm: t('Delete the role'),
        danger: true,
      }}
      done={t('The role is deleted')}
      run={async () => {
        await api.delete(`${PATH}/${role.id}`)
        go('/admin/roles')
      }}
    >
      {t('Delete…')}
    </ActionButton>
  )
}
