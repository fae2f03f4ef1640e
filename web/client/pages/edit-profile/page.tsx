import { useLayoutEffect, useRef } from 'preact/hooks'
import { charactersLeft } from '../../../shared/characters-left.ts'
import { LinkButton } from '../../../shared/components/button.tsx'
import { TextArea, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import type { Profile } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { me } from '../../../shared/session.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { bodyOf, saveProfile, useDraft } from '../../profile/edit/draft.ts'
import { FeaturedTagsEditor } from '../../profile/edit/featured-tags.tsx'
import { FieldsEditor } from '../../profile/edit/fields-editor.tsx'
import { Flags } from '../../profile/edit/flags.tsx'
import { noteLeft } from '../../profile/edit/note-left.ts'
import { PictureField } from '../../profile/edit/pictures.tsx'
import { Preview } from '../../profile/edit/preview.tsx'
import { instance } from '../../state/server.ts'
import '../../people/people.css'
import '../profile/profile.css'
import './edit-profile.css'

/** One's own profile, as others see it and as one changes it. */
export function Page() {
  const profile = useGet<Profile>('/api/v1/profile')
  return (
    <>
      <PageHead
        title={t('Edit your profile')}
        actions={<LinkButton href={`/@${me.username}`}>{t('Show the profile')}</LinkButton>}
      />
      <Loaded from={profile}>
        {(found) => <Editor key={found.id} profile={found} onSaved={profile.set} />}
      </Loaded>
      <FeaturedTagsEditor />
    </>
  )
}

function Editor({ profile, onSaved }: { profile: Profile; onSaved: (saved: Profile) => void }) {
  const draft = useDraft(profile)
  const limits = instance.value?.configuration.accounts
  const mostName = limits?.max_display_name_length ?? 40
  const mostNote = limits?.max_note_length ?? 500
  const left = noteLeft(draft.note.value, mostNote)
  useLeavingGuard(JSON.stringify(bodyOf(draft)), profile)
  return (
    <div class="edit-profile">
      <Preview profile={profile} draft={draft} />
      <Form
        submit={t('Save the profile')}
        done={t('The profile is saved')}
        onSubmit={async () => onSaved(await saveProfile(draft))}
      >
        {(['avatar', 'header'] as const).map((kind) => (
          <PictureField
            key={kind}
            kind={kind}
            profile={profile}
            draft={draft}
            onDeleted={() => onSaved({ ...profile, [kind]: null, [`${kind}_static`]: null })}
          />
        ))}
        <TextField
          label={t('Name')}
          name="display_name"
          value={draft.displayName}
          hint={charactersLeft(mostName - [...draft.displayName.value].length)}
        />
        <TextArea
          label={t('About you')}
          name="note"
          rows={5}
          value={draft.note}
          hint={charactersLeft(left)}
        />
        <FieldsEditor fields={draft.fields} saved={profile.fields} />
        <Flags flags={draft.flags} />
        <TextArea
          label={t('Websites that may name you as the author')}
          name="attribution_domains"
          rows={2}
          value={draft.attributionDomains}
          hint={t('One domain a line. Links to them then show your name.')}
        />
      </Form>
    </div>
  )
}

/** Asks before the window is closed on what is not saved. @param now what would be saved */
function useLeavingGuard(now: string, saved: Profile): void {
  const last = useRef({ now, saved })
  // what was just saved is the new beginning
  if (last.current.saved !== saved) last.current = { now, saved }
  const isChanged = last.current.now !== now
  useLayoutEffect(() => {
    if (!isChanged) return
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [isChanged])
}
