import { type Signal, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Button } from '../../../shared/components/button.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { useProblem } from '../../../shared/components/form.tsx'
import type { Profile } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { Icon, ImagePlus } from '../../../shared/icons.tsx'
import { instance } from '../../state/server.ts'
import { CropDialog } from './crop-dialog.tsx'
import { type Draft, deletePicture, type PictureKind } from './draft.ts'

interface PictureFieldProps {
  kind: PictureKind
  profile: Profile
  draft: Draft
  /** takes that the picture is gone */
  onDeleted: () => void
}

const TYPES = 'image/jpeg,image/png,image/gif,image/webp,image/avif,image/heic'

/** A picture of the profile: choosing, cropping, describing, deleting. */
export function PictureField({ kind, profile, draft, onDeleted }: PictureFieldProps) {
  const chosen = draft.pictures[kind]
  const file = useSignal<File | null>(null)
  const problem = useProblem(kind)
  const limits = instance.value?.configuration.accounts
  const limit = limits?.[`max_${kind}_description_length`] ?? 150
  const name = kind === 'avatar' ? t('Picture') : t('Header picture')
  const hasOne = chosen.value !== undefined || profile[kind] !== null
  return (
    <fieldset class="picture-field">
      <legend>{name}</legend>
      {problem !== undefined && (
        <p class="field-error" role="alert">
          {problem}
        </p>
      )}
      <div class="buttons">
        <ChooseKey name={name} hasOne={hasOne} file={file} />
        {chosen.value !== undefined && <TakeBackKey chosen={chosen} />}
        {chosen.value === undefined && hasOne && (
          <DeleteKey
            name={name}
            run={async () => {
              await deletePicture(kind)
              onDeleted()
            }}
          />
        )}
      </div>
      {hasOne && (
        <TextField
          label={t('Description for people who cannot see it')}
          name={`${kind}_description`}
          value={draft.descriptions[kind]}
          maxLength={limit}
        />
      )}
      {file.value !== null && (
        <CropDialog
          kind={kind}
          file={file.value}
          onClose={() => {
            file.value = null
          }}
          onDone={(picture) => {
            chosen.value = picture
            file.value = null
          }}
        />
      )}
    </fieldset>
  )
}

interface ChooseKeyProps {
  name: string
  hasOne: boolean
  file: Signal<File | null>
}

function ChooseKey({ name, hasOne, file }: ChooseKeyProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = hasOne ? t('Change') : t('Choose')
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        accept={TYPES}
        onChange={(event) => {
          file.value = event.currentTarget.files?.[0] ?? null
          event.currentTarget.value = ''
        }}
      />
      <Button label={`${choose}: ${name}`} onClick={() => input.current?.click()}>
        <Icon of={ImagePlus} size={18} /> {choose}
      </Button>
    </>
  )
}

function TakeBackKey({ chosen }: { chosen: Draft['pictures'][PictureKind] }) {
  return (
    <Button
      onClick={() => {
        chosen.value = undefined
      }}
    >
      {t('Take back the change')}
    </Button>
  )
}

function DeleteKey({ name, run }: { name: string; run: () => Promise<void> }) {
  return (
    <ActionButton
      run={run}
      label={`${t('Delete')}: ${name}`}
      done={t('The picture is deleted')}
      question={{
        title: t('Delete it?'),
        text: t('The picture goes at once, for everybody. The rest of the profile stays.'),
        confirm: t('Delete the picture'),
        danger: true,
      }}
    >
      {t('Delete')}
    </ActionButton>
  )
}
