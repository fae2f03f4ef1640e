import { useSignal } from '@preact/signals'
import { t } from '../../shared/i18n.ts'
import { Icon } from '../../shared/icons.tsx'
import { rich } from '../../shared/rich.ts'
import type { Group } from '../notifications/groups.ts'
import { everyReaction, type Reacted } from '../notifications/reactions.ts'
import { isUnread } from '../notifications/read-state.ts'
import { Faces, named, People } from './actors.tsx'
import { GroupHead } from './group-card.tsx'
import { NotificationHead } from './notification-head.tsx'
import { StatusPreview } from './status-preview.tsx'
import { iconOf } from './type-icon.ts'

interface ReactionsCardProps {
  /** favourites and boosts of one post, newest first */
  groups: readonly Group[]
  onDismissed: (group: Group) => void
}

/** All that was done to a post, and the post once: a line in all, or one for each kind where too many did it. */
export function ReactionsCard({ groups, onDismissed }: ReactionsCardProps) {
  const post = groups[0]?.post ?? null
  const unread = groups.some(({ newestId }) => isUnread(newestId))
  const people = everyReaction(groups)
  return (
    <div class={unread ? 'notification reacted unread' : 'notification reacted'}>
      {people === null ? (
        groups.map((group) => (
          <GroupHead key={group.key} group={group} onDismissed={() => onDismissed(group)} />
        ))
      ) : (
        <ReactionsHead
          groups={groups}
          people={people}
          unread={unread}
          onDismissed={() => groups.forEach(onDismissed)}
        />
      )}
      <div class="reactions-post">{post !== null && <StatusPreview post={post} />}</div>
    </div>
  )
}

interface ReactionsHeadProps {
  groups: readonly Group[]
  people: readonly Reacted[]
  unread: boolean
  onDismissed: () => void
}

function ReactionsHead({ groups, people, unread, onDismissed }: ReactionsHeadProps) {
  const isOpen = useSignal(false)
  const accounts = people.map(({ account }) => account)
  const typesOf = new Map(people.map(({ account, types }) => [account.id, types]))
  const who = named({ accounts, count: accounts.length }, isOpen)
  return (
    <NotificationHead
      class="reactions"
      type="reactions"
      icon={<Signs types={groups.map(({ type }) => type)} size={16} />}
      faces={
        <Faces
          accounts={accounts.slice(0, MOST_FACES)}
          deedOf={(account) => {
            const types = typesOf.get(account.id) ?? []
            return {
              label: deedWords(types, account.display_name || account.username),
              signs: <Signs types={types} size={12} />,
            }
          }}
        />
      }
      isBelow={accounts.length > 1}
      isNew={unread}
      sentence={rich('{who} boosted and liked your post', { who })}
      at={groups[0]?.at ?? ''}
      keys={groups.map(({ key }) => key)}
      onDismissed={onDismissed}
    >
      {isOpen.value && (
        <div class="everybody">
          <People accounts={accounts} />
        </div>
      )}
    </NotificationHead>
  )
}

/** as of a group of one kind */
const MOST_FACES = 8

function Signs({ types, size }: { types: readonly string[]; size: number }) {
  return (
    <span class="signs">
      {types.map((type) => {
        const { icon, tone } = iconOf(type)
        return (
          <span key={type} class={`sign ${tone}`}>
            <Icon of={icon} size={size} solid={type === 'favourite'} />
          </span>
        )
      })}
    </span>
  )
}

function deedWords(types: readonly string[], who: string): string {
  if (types.length > 1) return t('{who} boosted and liked your post', { who })
  return types[0] === 'reblog'
    ? t('{who} boosted your post', { who })
    : t('{who} likes your post', { who })
}
