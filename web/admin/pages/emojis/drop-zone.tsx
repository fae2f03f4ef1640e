import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { t } from '../../../shared/i18n.ts'
import { ACCEPTED } from './new-emoji.ts'

/** Takes files that are dropped on it, chosen, or both. */
export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const id = useId()
  const isOver = useSignal(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field within does the same for everybody
    <div
      class={isOver.value ? 'drop-zone over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault()
        isOver.value = true
      }}
      onDragLeave={() => {
        isOver.value = false
      }}
      onDrop={(event) => {
        event.preventDefault()
        isOver.value = false
        onFiles([...(event.dataTransfer?.files ?? [])])
      }}
    >
      <div class="field">
        <label for={id}>{t('Drop pictures here, or choose them')}</label>
        <input
          id={id}
          type="file"
          multiple
          accept={ACCEPTED}
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])])
            // the same ones can be chosen again
            event.currentTarget.value = ''
          }}
        />
      </div>
    </div>
  )
}
