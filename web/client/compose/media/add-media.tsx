import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { t } from '../../../shared/i18n.ts'
import { Camera, Icon, ImagePlus, Images } from '../../../shared/icons.tsx'
import { matches } from '../../../shared/media-query.ts'
import { openMenu } from '../../layers/menu.tsx'
import { activePart, useComposition } from '../composition.ts'
import { addFiles } from './attachments.ts'
import { acceptedTypes, mostFiles } from './media-limits.ts'

/** phones and tablets, where a picture is often one that is yet to be taken */
const isHandheld = matches('(pointer: coarse)')

/** Chooses files for the post that is being written, or takes a photo. */
export function AddMedia() {
  const composition = useComposition()
  const files = useRef<HTMLInputElement>(null)
  const photo = useRef<HTMLInputElement>(null)
  const isFull = activePart(composition).media.length >= mostFiles()
  const label = t('Add pictures, video or sound')
  const choose = () => files.current?.click()
  return (
    <>
      <FileInput input={files} isPhoto={false} />
      {isHandheld.value && <FileInput input={photo} isPhoto />}
      <button
        type="button"
        class="compose-tool"
        aria-label={label}
        title={label}
        aria-haspopup={isHandheld.value ? 'menu' : undefined}
        disabled={isFull}
        onClick={({ currentTarget }) => {
          if (!isHandheld.value) return choose()
          openMenu(currentTarget, label, [
            { label: t('Take a photo'), icon: Camera, run: () => photo.current?.click() },
            { label: t('Choose files'), icon: Images, run: choose },
          ])
        }}
      >
        <Icon of={ImagePlus} />
      </button>
    </>
  )
}

interface FileInputProps {
  input: RefObject<HTMLInputElement | null>
  /** by the camera on the back */
  isPhoto: boolean
}

function FileInput({ input, isPhoto }: FileInputProps) {
  const composition = useComposition()
  return (
    <input
      ref={input}
      type="file"
      class={isPhoto ? 'compose-photo' : 'compose-files'}
      hidden
      multiple={!isPhoto}
      accept={isPhoto ? 'image/*' : acceptedTypes()}
      capture={isPhoto ? 'environment' : undefined}
      aria-label={isPhoto ? t('Take a photo') : t('Files to add')}
      onChange={(event) => {
        const field = event.currentTarget
        addFiles(composition, [...(field.files ?? [])])
        // the same file can be chosen again after it was removed
        field.value = ''
      }}
    />
  )
}
