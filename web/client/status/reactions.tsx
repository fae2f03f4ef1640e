import { api } from '../../shared/api.ts'
import type { Status } from '../../shared/entities/api.ts'
import { formatCompact } from '../../shared/format.ts'
import { plural } from '../../shared/i18n.ts'
import { viewer } from '../../shared/session.ts'
import { askVisitor } from '../visitors/ask.ts'
import { change } from './actions.ts'
import { movesByItself } from './motion.ts'

type Reaction = Status['emoji_reactions'][number]

/** Emojis with which people answered. Pressing one adds one's own, or takes it back. */
export function Reactions({ status }: { status: Status }) {
  if (status.emoji_reactions.length === 0) return null
  return (
    <ul class="reactions">
      {status.emoji_reactions.map((reaction) => (
        <li key={reaction.name}>
          <Chip status={status} reaction={reaction} />
        </li>
      ))}
    </ul>
  )
}

function Chip({ status, reaction }: { status: Status; reaction: Reaction }) {
  const { name, count, me, url, static_url } = reaction
  // an emoji of another server can be looked at, but not be sent from here
  const isForeign = name.includes('@') && !me
  const label = plural(count, '{emoji}: {n} reaction', '{emoji}: {n} reactions', { emoji: name })
  return (
    <button
      type="button"
      class="reaction"
      aria-pressed={me}
      aria-label={label}
      title={name}
      disabled={isForeign}
      onClick={() => {
        if (viewer === null) askVisitor('favourite', status.url ?? status.uri)
        else void toggleReaction(status, reaction)
      }}
    >
      {url === null ? (
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
  await change(status.id, { emoji_reactions: wanted.filter((one) => one.count > 0) }, () =>
    on ? api.put<Status>(path) : api.delete<Status>(path),
  )
}
