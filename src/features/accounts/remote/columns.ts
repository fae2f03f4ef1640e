import type { Tx } from '../../../kernel/core/tx.ts'
import { searchText } from '../profile.ts'
import type { ActorRow } from './queries.ts'
import type { RemoteProfile } from './read-actor.ts'

/** The visible profile columns of an account. */
export function profileColumns(
  tx: Pick<Tx, 'now'>,
  { profile, handle }: { profile: RemoteProfile; handle: { username: string; domain: string } },
  known: ActorRow | null,
) {
  const { displayName, avatar, header, attributionDomains, alsoKnownAs } = profile
  return {
    username: handle.username,
    username_lower: handle.username.toLowerCase(),
    domain: handle.domain,
    uri: profile.uri,
    url: profile.url,
    actor_type: profile.type,
    display_name: displayName,
    search_text: searchText(handle.username, displayName),
    note: profile.note,
    fields: JSON.stringify(fieldsOf(profile.fields, known)),
    avatar_remote_url: avatar?.url ?? null,
    avatar_description: avatar?.description ?? '',
    header_remote_url: header?.url ?? null,
    header_description: header?.description ?? '',
    locked: profile.locked,
    bot: profile.type === 'Service' || profile.type === 'Application',
    discoverable: profile.discoverable,
    indexable: profile.indexable,
    memorial: profile.memorial,
    show_media: profile.showMedia,
    show_media_replies: profile.showMediaReplies,
    show_featured: profile.showFeatured,
    feature_policy: profile.featurePolicy && JSON.stringify(profile.featurePolicy),
    attribution_domains: JSON.stringify(attributionDomains),
    also_known_as: JSON.stringify(alsoKnownAs),
    created_at: possibleTime(tx, profile.createdAt) ?? known?.created_at ?? tx.now,
  }
}

/** An unchanged link stays verified. */
function fieldsOf(fields: RemoteProfile['fields'], known: ActorRow | null) {
  return fields.map(({ name, value }) => {
    const same = known?.fields.find((field) => field.value === value)
    return { name, value, verified_at: same?.verified_at ?? null }
  })
}

/** Rejects times before 1970 and in the future (A20). */
function possibleTime({ now }: Pick<Tx, 'now'>, time: number | null): number | null {
  return time !== null && time >= 0 && time <= now ? time : null
}

/** The origin server's suspension counts only if nobody here suspended the account. */
export function suspensionColumns(
  tx: Pick<Tx, 'now'>,
  known: Pick<ActorRow, 'suspended_at' | 'suspended_by_origin'>,
  suspended: boolean,
): Partial<Pick<ActorRow, 'suspended_at' | 'suspended_by_origin'>> {
  if (suspended && known.suspended_at === null) {
    return { suspended_at: tx.now, suspended_by_origin: true }
  }
  if (!suspended && known.suspended_by_origin) {
    return { suspended_at: null, suspended_by_origin: false }
  }
  return {}
}

type Columns = ReturnType<typeof profileColumns> & { suspended_at?: number | null }

/** @returns the columns that differ from the stored ones, or null if none does */
export function changedColumns<Given extends Columns>(
  known: ActorRow,
  columns: Given,
): Partial<Given> | null {
  const isOther = ([name, value]: [string, unknown]) => {
    const before: unknown = known[name as keyof ActorRow]
    return value !== (Array.isArray(before) ? JSON.stringify(before) : before)
  }
  const changed = Object.entries(columns).filter(isOther)
  return changed.length === 0 ? null : (Object.fromEntries(changed) as Partial<Given>)
}
