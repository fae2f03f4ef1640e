import { TextArea, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import type { Profile } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { saveProfile, useDraft } from '../../profile/edit/draft.ts'
import { PictureField } from '../../profile/edit/pictures.tsx'
import { account } from '../../state/server.ts'

interface StepProps {
  goOn: () => void
}

/** Name, picture and a few words. */
export function ProfileStep({ goOn }: StepProps) {
  const profile = useGet<Profile>('/api/v1/profile')
  return (
    <>
      <p>{t('People follow back when they see who you are.')}</p>
      <Loaded from={profile}>
        {(found) => <Fields key={found.id} profile={found} keep={profile.set} goOn={goOn} />}
      </Loaded>
    </>
  )
}

interface FieldsProps extends StepProps {
  profile: Profile
  keep: (profile: Profile) => void
}

function Fields({ profile, keep, goOn }: FieldsProps) {
  const draft = useDraft(profile)
  const shown = draft.pictures.avatar.value ?? profile.avatar ?? account.value?.avatar
  return (
    <Form
      submit={t('Save and go on')}
      onSubmit={async () => {
        keep(await saveProfile(draft))
        goOn()
      }}
    >
      <div class="start-picture">
        <img class="avatar" src={shown} alt="" width={96} height={96} />
        <PictureField
          kind="avatar"
          profile={profile}
          draft={draft}
          onDeleted={() => keep({ ...profile, avatar: null, avatar_static: null })}
        />
      </div>
      <TextField label={t('Name')} name="display_name" value={draft.displayName} />
      <TextArea label={t('About you')} name="note" rows={3} value={draft.note} />
    </Form>
  )
}
