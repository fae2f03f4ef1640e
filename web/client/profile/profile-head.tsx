import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { displayName } from '../../shared/components/person.tsx'
import type { Account, Relationship } from '../../shared/entities/api.ts'
import { formatDate } from '../../shared/format.ts'
import { t } from '../../shared/i18n.ts'
import { Calendar, Copy, Icon } from '../../shared/icons.tsx'
import { viewer } from '../../shared/session.ts'
import { copy } from '../people/copy-text.ts'
import { handleOf } from '../people/handle.ts'
import { ProfileActions } from './actions.tsx'
import { ProfileBadges } from './badges.tsx'
import { Counts } from './counts.tsx'
import { FamiliarFollowers } from './familiar-followers.tsx'
import { openPicture } from './open-dialogs.ts'
import { AddNote, PrivateNote } from './private-note.tsx'
import { ProfileText } from './profile-text.tsx'

interface ProfileHeadProps {
  account: Account
  relationship: Relationship | null
  /** limited by the moderators: pictures and words stay away until they are asked for */
  covered: boolean
}

/** Pictures, names, biography and actions of an account. */
export function ProfileHead({ account, relationship, covered }: ProfileHeadProps) {
  const isOwn = viewer?.account_id === account.id
  const [isNoting, setNoting] = useState(false)
  const note = relationship !== null && !isOwn ? relationship.note : null
  return (
    <div class="profile-head">
      <Pictures account={account} covered={covered}>
        <ProfileActions account={account} relationship={relationship} />
      </Pictures>
      <div class="profile-names">
        <p class="profile-name">
          <bdi>{covered ? account.username : displayName(account)}</bdi>
        </p>
        <div class="profile-line">
          <Handle account={account} />
          {note === '' && !isNoting && <AddNote open={() => setNoting(true)} />}
          <ProfileBadges account={account} relationship={relationship} />
        </div>
      </div>
      {!covered && <ProfileText account={account} />}
      <p class="profile-joined muted small">
        <Icon of={Calendar} size={16} />{' '}
        {t('Joined on {date}', { date: formatDate(account.created_at) })}
      </p>
      <Counts account={account} relationship={relationship} />
      {viewer !== null && !isOwn && <FamiliarFollowers account={account} />}
      {note !== null && (note !== '' || isNoting) && (
        <PrivateNote
          account={account}
          note={note}
          isEditing={isNoting}
          edit={() => setNoting(true)}
          close={() => setNoting(false)}
        />
      )}
    </div>
  )
}

function Pictures(props: { account: Account; covered: boolean; children: ComponentChildren }) {
  const { account, covered, children } = props
  return (
    <>
      <div class="profile-banner">
        {!covered && <img src={account.header} alt={account.header_description} />}
      </div>
      <div class="profile-top">
        <button
          type="button"
          class="profile-avatar"
          disabled={covered}
          aria-label={t('Show the picture of {name} large', { name: account.username })}
          onClick={() => openPicture(account)}
        >
          {covered ? (
            <span class="avatar profile-avatar-blank" />
          ) : (
            <img
              class={account.group ? 'avatar group' : 'avatar'}
              src={account.avatar}
              alt={account.avatar_description}
              width={104}
              height={104}
            />
          )}
        </button>
        {children}
      </div>
    </>
  )
}

function Handle({ account }: { account: Account }) {
  const handle = handleOf(account)
  return (
    <p class="profile-handle">
      <span class="handle" dir="ltr">
        {handle}
      </span>
      <button
        type="button"
        class="icon-button"
        aria-label={t('Copy the handle {handle}', { handle })}
        onClick={() => void copy(handle, t('The handle is copied'))}
      >
        <Icon of={Copy} size={16} />
      </button>
    </p>
  )
}
