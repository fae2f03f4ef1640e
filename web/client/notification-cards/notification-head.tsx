import type { ComponentChildren } from 'preact'
import { api } from '../../shared/api.ts'
import { ActionButton } from '../../shared/components/action-button.tsx'
import { Age } from '../../shared/components/time.tsx'
import { t } from '../../shared/i18n.ts'
import { Icon, X } from '../../shared/icons.tsx'

interface NotificationHeadProps {
  class: string
  type: string
  icon: ComponentChildren
  faces: ComponentChildren
  sentence: ComponentChildren
  /** whether the sentence has a line of its own below the faces */
  isBelow: boolean
  isNew: boolean
  /** ISO 8601; empty: not shown */
  at: string
  /** of the groups that it stands for */
  keys: readonly string[]
  onDismissed: () => void
  children: ComponentChildren
}

/** Faces, a sentence and its time, with details below. */
export function NotificationHead(props: NotificationHeadProps) {
  const { type, icon, faces, isBelow, at, children } = props
  const sentence = (
    <p class="notification-sentence">
      {props.isNew && <span class="visually-hidden">{t('New:')} </span>}
      {props.sentence}
    </p>
  )
  return (
    <div class={`notification-head ${props.class}`} data-type={type}>
      <span class="notification-icon">{icon}</span>
      <div class="notification-who">
        {faces}
        {!isBelow && sentence}
      </div>
      {isBelow && sentence}
      <div class="notification-more">{children}</div>
      {at !== '' && (
        <span class="notification-time">
          <Age at={at} />
        </span>
      )}
      <div class="notification-dismiss">
        <ActionButton
          small
          kind="quiet"
          label={t('Remove this notification')}
          run={async () => {
            for (const key of props.keys) {
              await api.post(`/api/v2/notifications/${encodeURIComponent(key)}/dismiss`)
            }
            props.onDismissed()
          }}
        >
          <Icon of={X} size={16} />
        </ActionButton>
      </div>
    </div>
  )
}
