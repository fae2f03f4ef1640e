import type { ComponentProps } from 'preact'
import { Button } from '../../shared/components/button.tsx'
import { t } from '../../shared/i18n.ts'
import { Calendar, ChartBarBig, ExternalLink, Icon, TriangleAlert } from '../../shared/icons.tsx'
import { matches } from '../../shared/media-query.ts'
import { CharacterCounter } from './character-counter.tsx'
import { activePart, changePart, changeWriting, useComposition } from './composition.ts'
import { EmojiButton } from './emoji/emoji-button.tsx'
import { GifButton } from './gifs/gif-button.tsx'
import { AddMedia } from './media/add-media.tsx'
import { togglePoll } from './poll-editor.tsx'
import { canPopOut, popOut } from './pop-out.ts'
import { suggestedTime } from './validation.ts'
import type { Writing } from './writing.ts'

/** Tools that add to the active part, the character counter, and the send button. */
export function Toolbar() {
  const composition = useComposition()
  const { writing, sending } = composition
  const part = activePart(composition)
  return (
    <div class="compose-bar">
      <div class="compose-tools">
        <AddMedia />
        <Tool
          icon={ChartBarBig}
          label={t('Poll')}
          pressed={part.poll !== null}
          onClick={() => changePart(composition, part.key, { poll: togglePoll(part) })}
        />
        <Tool
          icon={TriangleAlert}
          label={t('Content warning')}
          pressed={part.warned}
          onClick={() => changePart(composition, part.key, { warned: !part.warned })}
        />
        <EmojiButton />
        <GifButton />
      </div>
      {writing.value.parts.length === 1 && <CharacterCounter part={part} />}
      <Button kind="primary" type="submit" busy={sending.value !== null}>
        {submitWords(writing.value)}
      </Button>
    </div>
  )
}

/** Schedules the posts. What is published, or a part of it, cannot wait any more. */
export function ScheduleTool() {
  const composition = useComposition()
  const { editId, scheduledAt, parts } = composition.writing.value
  const isBegun = parts.some(({ sentId }) => sentId !== null)
  if (editId !== null || (isBegun && scheduledAt === '')) return null
  return (
    <Tool
      icon={Calendar}
      name="schedule"
      label={t('Schedule')}
      pressed={scheduledAt !== ''}
      onClick={() =>
        changeWriting(composition, { scheduledAt: scheduledAt === '' ? suggestedTime() : '' })
      }
    />
  )
}

/** on phones a window is as large as the screen anyway */
const isSmall = matches('(max-width: 40rem)')

/** Goes on in a window of its own, beside the client. */
export function PopOutTool({ onGone }: { onGone: () => void }) {
  const composition = useComposition()
  if (isSmall.value) return null
  const label = t('Write in a window of its own')
  return (
    <button
      type="button"
      class="compose-tool compose-pop-out"
      aria-label={label}
      title={label}
      disabled={!canPopOut(composition)}
      onClick={() => popOut(composition, onGone)}
    >
      <Icon of={ExternalLink} class="flips" />
    </button>
  )
}

interface ToolProps {
  /** by which others find it */
  name?: string
  icon: ComponentProps<typeof Icon>['of']
  label: string
  pressed: boolean
  onClick: () => void
}

function Tool({ name, icon, label, pressed, onClick }: ToolProps) {
  return (
    <button
      type="button"
      class="compose-tool"
      data-tool={name}
      aria-pressed={pressed}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon of={icon} />
    </button>
  )
}

function submitWords({ editId, scheduledAt, parts, replyTo }: Writing): string {
  if (editId !== null) return t('Save changes')
  if (scheduledAt !== '') return t('Schedule it')
  if (parts.length > 1) return t('Post all')
  return replyTo === null ? t('Post|verb') : t('Reply|verb')
}
