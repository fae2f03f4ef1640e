import { type Signal, useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import type { CredentialAccount, Profile } from '../../../shared/entities/api.ts'
import { me } from '../../../shared/session.ts'
import { accountOf } from '../../people/account-cache.ts'
import { account } from '../../state/server.ts'

export type PictureKind = 'avatar' | 'header'

export interface Field {
  /** tells it from the others while they are moved */
  key: number
  name: string
  value: string
}

const FLAGS = [
  'locked',
  'bot',
  'discoverable',
  'indexable',
  'hide_collections',
  'show_media',
  'show_media_replies',
  'show_featured',
] as const
export type Flag = (typeof FLAGS)[number]

/** The profile as it is being edited. */
export interface Draft {
  displayName: Signal<string>
  note: Signal<string>
  fields: Signal<readonly Field[]>
  /** addresses of data for those that were chosen now; undefined: as it is */
  pictures: Record<PictureKind, Signal<string | undefined>>
  descriptions: Record<PictureKind, Signal<string>>
  flags: Record<Flag, Signal<boolean>>
  /** one a line */
  attributionDomains: Signal<string>
}

export function useDraft(profile: Profile): Draft {
  const flag = (name: Flag) => useSignal(profile[name] ?? false)
  return {
    displayName: useSignal(profile.display_name),
    note: useSignal(profile.note),
    fields: useSignal<readonly Field[]>(
      profile.fields.map(({ name, value }, key) => ({ key, name, value })),
    ),
    pictures: {
      avatar: useSignal<string | undefined>(undefined),
      header: useSignal<string | undefined>(undefined),
    },
    descriptions: {
      avatar: useSignal(profile.avatar_description),
      header: useSignal(profile.header_description),
    },
    flags: Object.fromEntries(FLAGS.map((name) => [name, flag(name)])) as Draft['flags'],
    attributionDomains: useSignal(profile.attribution_domains.join('\n')),
  }
}

/** Body of the API request; contains pictures only if they were chosen now. */
export function bodyOf(draft: Draft) {
  const { avatar, header } = draft.pictures
  return {
    display_name: draft.displayName.value.trim(),
    note: draft.note.value,
    fields_attributes: draft.fields.value
      .filter(({ name, value }) => name.trim() !== '' || value.trim() !== '')
      .map(({ name, value }) => ({ name: name.trim(), value: value.trim() })),
    avatar_description: draft.descriptions.avatar.value.trim(),
    header_description: draft.descriptions.header.value.trim(),
    attribution_domains: draft.attributionDomains.value.split(/[\s,]+/).filter((one) => one !== ''),
    ...Object.fromEntries(FLAGS.map((name) => [name, draft.flags[name].value])),
    ...(avatar.value === undefined ? {} : { avatar: avatar.value }),
    ...(header.value === undefined ? {} : { header: header.value }),
  }
}

export async function saveProfile(draft: Draft): Promise<Profile> {
  const saved = await api.patch<Profile>('/api/v1/profile', bodyOf(draft))
  for (const kind of ['avatar', 'header'] as const) draft.pictures[kind].value = undefined
  await showChanges()
  return saved
}

export async function deletePicture(kind: PictureKind): Promise<void> {
  await api.delete(`/api/v1/profile/${kind}`)
  await showChanges()
}

/** Brings what was saved to all places that show the person. */
async function showChanges(): Promise<void> {
  const path = '/api/v1/accounts/verify_credentials'
  await Promise.allSettled([
    api.get<CredentialAccount>(path).then((mine) => {
      account.value = mine
    }),
    accountOf(me.username).reload(),
  ])
}
