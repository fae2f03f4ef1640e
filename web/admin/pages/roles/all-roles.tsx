import { LinkButton } from '../../../shared/components/button.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Badge } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { EVERYBODY, type Role } from '../../../shared/entities/role.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { may } from '../../../shared/session.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { TITLES } from './permissions.ts'

/** Roles in their order: who stands above may act upon who stands below. */
export function AllRoles() {
  const roles = useGet<Role[]>('/api/rookery/v1/admin/roles')
  return (
    <>
      <PageHead
        title={t('Roles')}
        lead={t(
          'Who has a role may act upon people with roles below it, and change and give those roles.',
        )}
        actions={
          <LinkButton kind="primary" href="/admin/roles/new">
            {t('Add a role')}
          </LinkButton>
        }
      />
      <Loaded from={roles}>
        {(found) => (
          <ul class="entries" aria-label={t('Roles')}>
            {found.map((role) => (
              <li key={role.id}>
                <RoleLine role={role} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  )
}

const SHOWN = 6

function RoleLine({ role }: { role: Role }) {
  const { id, permission_names: names, users_count } = role
  const shown = names.includes('administrator') ? (['administrator'] as const) : names
  return (
    <div class="role">
      <p class="role-name">
        <RoleColor color={role.color} />
        <a href={`/admin/roles/${id}`}>
          <strong>{id === EVERYBODY ? t('Everybody') : role.name}</strong>
        </a>
        {role.highlighted && <Badge>{t('Badge on the profile')}</Badge>}
        {role.require_two_factor && <Badge>{t('Two-factor')}</Badge>}
      </p>
      <p class="muted small">
        {shown
          .slice(0, SHOWN)
          .map((name) => TITLES.get(name) ?? name)
          .join(', ') || t('Allows nothing of its own')}
        {shown.length > SHOWN && t(' and {shown} more', { shown: shown.length - SHOWN })}
      </p>
      <p class="muted small role-people">
        {id === EVERYBODY ? (
          plural(users_count, '{n} person without another role', '{n} people without another role')
        ) : (
          <PeopleWith role={role} />
        )}
      </p>
    </div>
  )
}

/** The colour in an attribute of SVG, as the pages allow no inline styles. */
export function RoleColor({ color }: { color: string }) {
  if (color === '') return null
  return (
    <svg class="role-color" viewBox="0 0 10 10" width="12" height="12" aria-hidden="true">
      <circle cx="5" cy="5" r="5" fill={color} />
    </svg>
  )
}

function PeopleWith({ role: { id, users_count } }: { role: Role }) {
  const people = plural(users_count, '{n} person', '{n} people')
  if (users_count === 0 || !may('manageUsers')) return <>{people}</>
  return <a href={`/admin/accounts?role_id=${id}`}>{people}</a>
}
