import type { Announcement } from '../../shared/entities/api.ts'
import { eventTime } from '../../shared/event-time.ts'
import { language, t } from '../../shared/i18n.ts'
import { Calendar, Icon, SmilePlus } from '../../shared/icons.tsx'
import { rich } from '../../shared/rich.ts'
import { Content } from '../status/content.tsx'
import { openReactionPicker } from '../status/more/open-dialogs.tsx'
import { ReactionChip } from '../status/reactions.tsx'
import { toggleReaction } from './announcements.ts'
import './announcements.css'

/** as the server counts them: more different ones are refused */
const MOST_REACTIONS = 8

/** The text of an announcement, when it takes place, and what people answered. */
export function AnnouncementBody({ announcement }: { announcement: Announcement }) {
  const { content, emojis, mentions, statuses } = announcement
  return (
    <>
      <EventLine announcement={announcement} />
      <Content html={content} emojis={emojis} mentions={mentions} statuses={statuses} />
      <Reactions announcement={announcement} />
    </>
  )
}

function EventLine({ announcement }: { announcement: Announcement }) {
  const time = eventTime(announcement, language())
  if (time === null) return null
  const shown = <time dateTime={time.at}>{time.text}</time>
  return (
    <p class="announcement-time">
      <Icon of={Calendar} size={16} />
      <span>{time.isEnd ? rich('Until {time}', { time: shown }) : shown}</span>
    </p>
  )
}

function Reactions({ announcement }: { announcement: Announcement }) {
  const { reactions } = announcement
  return (
    <ul class="reactions" aria-label={t('Reactions')}>
      {reactions.map((reaction) => (
        <li key={reaction.name}>
          <ReactionChip
            reaction={reaction}
            press={() => void toggleReaction(announcement, reaction)}
          />
        </li>
      ))}
      {reactions.length < MOST_REACTIONS && (
        <li>
          <button
            type="button"
            class="reaction"
            aria-haspopup="dialog"
            aria-label={t('React with an emoji')}
            title={t('React with an emoji')}
            onClick={() =>
              openReactionPicker((chosen) => {
                // choosing what is there already does not take it back
                const isThere = reactions.some(({ name, me }) => name === chosen.name && me)
                if (!isThere) void toggleReaction(announcement, chosen)
              })
            }
          >
            <Icon of={SmilePlus} size={18} />
          </button>
        </li>
      )}
    </ul>
  )
}
