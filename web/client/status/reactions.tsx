import { api } from '../../shared/api.ts'
import type { Status } from '../../shared/entities/api.ts'
import { formatCompact } from '../../shared/format.ts'
import { plural, t } from '../../shared/i18n.ts'
import { viewer } from '../../shared/session.ts'
import { buzz } from '../state/haptics.ts'
import { askVisitor } from '../visitors/ask-visitor.ts'
import { change } from './actions.ts'
import { movesByItself } from './autoplay.ts'

type Reaction = Status['emoji_reactions'][number]

/** Emojis with which people answered. Pressing one adds one's own, or takes it back. */
export function Reactions({ status }: { status: Status }) {
  if (status.emoji_reactions.length === 0) return null
  return (
    <ul class="reactions">
      {status.emoji_reactions.map((reaction) => (
        <li key={reaction.name}>
          <ReactionChip
            reaction={reaction}
            // an emoji of another server can be looked at, but not be sent from here
            disabled={reaction.name.includes('@') && !reaction.me}
            press={() => {
              if (viewer === null) askVisitor('favourite', status.url ?? status.uri)
              else void toggleReaction(status, reaction)
            }}
          />
        </li>
      ))}
    </ul>
  )
}

interface ReactionChipProps {
  reaction: Pick<Reaction, 'name' | 'count'> & {
    me?: boolean
    url?: string | null
    static_url?: string | null
  }
  disabled?: boolean
  press: () => void
}

/** An emoji and how many chose it. */
export function ReactionChip({ reaction, disabled, press }: ReactionChipProps) {
  const { name, count, me = false, url, static_url } = reaction
  const label = plural(count, '{emoji}: {n} reaction', '{emoji}: {n} reactions', { emoji: name })
  return (
    <button
      type="button"
      class="reaction"
      aria-pressed={me}
      aria-label={label}
      title={name}
      disabled={disabled}
      onClick={press}
    >
      {url == null ? (
        <span>{name}</span>
      ) : (
        <img class="emoji" src={movesByItself() ? url : (static_url ?? url)} alt="" />
      )}
      <span>{formatCompact(count)}</span>
    </button>
  )
}

/** Adds the person's reaction, or takes it back. */
export async function toggleReaction(
  status: Status,
  reaction: Pick<Reaction, 'name' | 'url' | 'static_url'>,
): Promise<void> {
  const { name } = reaction
  const there = status.emoji_reactions.find((one) => one.name === name)
  const on = !(there?.me ?? false)
  const count = (there?.count ?? 0) + (on ? 1 : -1)
  const changed = { ...reaction, name, count, me: on }
  const others = status.emoji_reactions
  const wanted = there
    ? others.map((one) => (one.name === name ? changed : one))
    : [...others, changed]
  const path = `/api/v1/pleroma/statuses/${status.id}/reactions/${encodeURIComponent(name)}`
  buzz()
  await change(
    status.id,
    { emoji_reactions: wanted.filter((one) => one.count > 0) },
    () => (on ? api.put<Status>(path) : api.delete<Status>(path)),
    { failed: on ? t('Your reaction is not there.') : t('Your reaction is still there.') },
  )
}
