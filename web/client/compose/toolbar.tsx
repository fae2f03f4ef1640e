import type { ComponentProps } from 'preact'
import { Button } from '../../shared/components/button.tsx'
import { t } from '../../shared/i18n.ts'
import { Calendar, ChartBarBig, Icon, TriangleAlert } from '../../shared/icons.tsx'
import { activePart, changePart, changeWriting, useComposition } from './composition.ts'
import { Count } from './counter.tsx'
import { EmojiButton } from './emoji/button.tsx'
import { AddMedia } from './media/add.tsx'
import { togglePoll } from './poll-editor.tsx'
import { suggestedTime } from './schedule.tsx'
import type { Writing } from './writing.ts'

/** What can be added to the post that is being written, how long it is, and sending. */
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
      </div>
      {writing.value.parts.length === 1 && <Count part={part} />}
      <Button kind="primary" type="submit" busy={sending.value !== null}>
        {submitWords(writing.value)}
      </Button>
    </div>
  )
}

/** What is posted already cannot be put off, and a thread is posted at once. */
export function ScheduleTool() {
  const composition = useComposition()
  const { editId, scheduledAt, parts } = composition.writing.value
  if (editId !== null || (parts.length > 1 && scheduledAt === '')) return null
  return (
    <Tool
      icon={Calendar}
      label={t('Schedule')}
      pressed={scheduledAt !== ''}
      onClick={() =>
        changeWriting(composition, { scheduledAt: scheduledAt === '' ? suggestedTime() : '' })
      }
    />
  )
}

interface ToolProps {
  icon: ComponentProps<typeof Icon>['of']
  label: string
  pressed: boolean
  onClick: () => void
}

function Tool({ icon, label, pressed, onClick }: ToolProps) {
  return (
    <button
      type="button"
      class="compose-tool"
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
