import { useRef } from 'preact/hooks'
import { t } from '../../../shared/i18n.ts'
import { Icon, ImagePlus } from '../../../shared/icons.tsx'
import { activePart, useComposition } from '../composition.ts'
import { acceptedTypes, mostFiles } from './accepted.ts'
import { addFiles } from './files.ts'

/** Chooses files for the post that is being written. */
export function AddMedia() {
  const composition = useComposition()
  const input = useRef<HTMLInputElement>(null)
  const isFull = activePart(composition).media.length >= mostFiles()
  return (
    <>
      <input
        ref={input}
        type="file"
        class="compose-files"
        hidden
        multiple
        accept={acceptedTypes()}
        aria-label={t('Files to add')}
        onChange={(event) => {
          const field = event.currentTarget
          addFiles(composition, [...(field.files ?? [])])
          // the same file can be chosen again after it was removed
          field.value = ''
        }}
      />
      <button
        type="button"
        class="compose-tool"
        aria-label={t('Add pictures, video or sound')}
        title={t('Add pictures, video or sound')}
        disabled={isFull}
        onClick={() => input.current?.click()}
      >
        <Icon of={ImagePlus} />
      </button>
    </>
  )
}
