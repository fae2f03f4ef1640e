import { type Signal, useSignal } from '@preact/signals'
import { Checkbox, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import type { Permission } from '../../../shared/entities/permission.ts'
import { EVERYBODY, type Role } from '../../../shared/entities/role.ts'
import { t } from '../../../shared/i18n.ts'
import { may, me } from '../../../shared/session.ts'
import { PERMISSION_GROUPS } from './permissions.ts'

interface RoleFormProps {
  role: Role
  /** it can be looked at only */
  isFixed: boolean
  onSave: (body: object) => Promise<void>
}

export function RoleForm({ role, isFixed, onSave }: RoleFormProps) {
  const name = useSignal(role.name)
  const color = useSignal(role.color === '' ? '#6b6b6b' : role.color)
  const isColored = useSignal(role.color !== '')
  const position = useSignal(String(role.position))
  const limit = useSignal(String(role.collection_limit))
  const highlighted = useSignal(role.highlighted)
  const twoFactor = useSignal(role.require_two_factor)
  const permissions = useSignal<readonly Permission[]>(role.permission_names)
  const isEverybody = role.id === EVERYBODY
  const save = () => {
    const common = {
      permissions: [...permissions.value],
      require_two_factor: twoFactor.value,
      collection_limit: Number(limit.value),
    }
    if (isEverybody) return onSave(common)
    return onSave({
      ...common,
      name: name.value,
      color: isColored.value ? color.value : '',
      position: Number(position.value),
      highlighted: highlighted.value,
    })
  }
  return (
    <Form
      submit={role.id === '' ? t('Add the role') : t('Save')}
      disabled={isFixed}
      onSubmit={save}
      done={role.id === '' ? t('The role is there') : t('Saved')}
    >
      {!isEverybody && <Identity {...{ name, position, highlighted, isColored, color, isFixed }} />}
      <Checkbox
        label={t('Demand two-factor authentication')}
        value={twoFactor}
        disabled={isFixed}
        hint={t(
          'Whoever has the role and no second factor is asked to add one before anything else works.',
        )}
      />
      <TextField
        label={t('Collections of accounts')}
        name="collection_limit"
        type="number"
        min={0}
        max={1000}
        value={limit}
        disabled={isFixed}
        hint={t('How many somebody with this role may have.')}
      />
      <Permissions chosen={permissions} isFixed={isFixed} />
    </Form>
  )
}

interface IdentityProps {
  name: Signal<string>
  position: Signal<string>
  highlighted: Signal<boolean>
  isColored: Signal<boolean>
  color: Signal<string>
  isFixed: boolean
}

/** Fields that the role of everybody lacks: a name, a rank, a badge. */
function Identity(props: IdentityProps) {
  const { name, position, highlighted, isColored, color, isFixed } = props
  return (
    <>
      <TextField label={t('Name')} name="name" required value={name} disabled={isFixed} />
      <TextField
        label={t('Position')}
        name="position"
        type="number"
        min={0}
        max={Math.max(0, me.position - 1)}
        value={position}
        disabled={isFixed}
        hint={t('Higher ones stand above lower ones; yours is {position}.', {
          position: me.position,
        })}
      />
      <Checkbox
        label={t('Show it as a badge on profiles')}
        value={highlighted}
        disabled={isFixed}
      />
      <Checkbox label={t('The badge has a colour')} value={isColored} disabled={isFixed} />
      {isColored.value && (
        <TextField label={t('Colour')} name="color" type="color" value={color} disabled={isFixed} />
      )}
    </>
  )
}

interface PermissionsProps {
  chosen: Signal<readonly Permission[]>
  isFixed: boolean
}

/** Nobody gives what they lack themselves. */
function Permissions({ chosen, isFixed }: PermissionsProps) {
  const toggle = (name: Permission, on: boolean) => {
    const others = chosen.value.filter((one) => one !== name)
    chosen.value = on ? [...others, name] : others
  }
  return (
    <div class="permissions">
      {PERMISSION_GROUPS.map(({ title, permissions }) => (
        <fieldset key={title} class="choices">
          <legend>{title}</legend>
          {permissions.map((permission) => (
            <label key={permission.name} class="choice">
              <input
                type="checkbox"
                checked={chosen.value.includes(permission.name)}
                disabled={isFixed || !may(permission.name)}
                onChange={(event) => toggle(permission.name, event.currentTarget.checked)}
              />
              <span>
                {permission.title}
                <span class="hint">{permission.hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
