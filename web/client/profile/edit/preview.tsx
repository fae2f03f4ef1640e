import { useEffect } from 'preact/hooks'
import { withEmojis } from '../../../shared/components/person.tsx'
import type { Profile } from '../../../shared/entities/api.ts'
import { t } from '../../../shared/i18n.ts'
import { me } from '../../../shared/session.ts'
import { handleOf } from '../../people/handle.ts'
import { account, customEmojis, readCustomEmojis } from '../../state/server.ts'
import type { Draft, PictureKind } from './draft.ts'

/** Preview of the edited profile. */
export function Preview({ profile, draft }: { profile: Profile; draft: Draft }) {
  useEffect(() => void readCustomEmojis(), [])
  const emojis = customEmojis.value
  const pictureOf = (kind: PictureKind) =>
    draft.pictures[kind].value ?? profile[kind] ?? account.value?.[kind]
  const fields = draft.fields.value.filter(({ name, value }) => name !== '' || value !== '')
  const paragraphs = draft.note.value.split(/\n{2,}/).filter((text) => text.trim() !== '')
  return (
    <section class="profile-head" aria-label={t('Preview')}>
      <div class="profile-banner">
        <img src={pictureOf('header')} alt={draft.descriptions.header.value} />
      </div>
      <div class="profile-top">
        <span class="profile-avatar still">
          <img class="avatar" src={pictureOf('avatar')} alt={draft.descriptions.avatar.value} />
        </span>
      </div>
      <div class="profile-names">
        <p class="profile-name">
          <bdi>{withEmojis(draft.displayName.value || me.username, emojis)}</bdi>
        </p>
        <p class="handle" dir="ltr">
          {handleOf({ acct: me.username })}
        </p>
      </div>
      <div class="profile-note prose" dir="auto">
        {paragraphs.map((text) => (
          <p key={text} class="preview-paragraph">
            {withEmojis(text, emojis)}
          </p>
        ))}
      </div>
      {fields.length > 0 && (
        <dl class="profile-fields">
          {fields.map(({ key, name, value }) => (
            <div key={key}>
              <dt dir="auto">{name}</dt>
              <dd dir="auto">{withEmojis(value, emojis)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
