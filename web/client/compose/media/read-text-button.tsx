import type { Signal } from '@preact/signals'
import { Button } from '../../../shared/components/button.tsx'
import { tell, tellError } from '../../../shared/components/toast.tsx'
import { t } from '../../../shared/i18n.ts'
import { Icon, ScanText } from '../../../shared/icons.tsx'
import { useAction } from '../../../shared/use-action.ts'
import type { Attached } from '../writing.ts'
import { fileToCrop } from './crop-file.ts'
import { canReadText, readText } from './read-text.ts'

interface ReadTextProps {
  attached: Attached
  description: Signal<string>
}

/** Puts the text of a picture into its description, in browsers that can read it. */
export function ReadTextButton({ attached, description }: ReadTextProps) {
  const action = useAction(async () => {
    const file = await fileToCrop(attached).catch(tellError)
    if (file === undefined) return
    const text = await readText(file).catch(() => '')
    if (text === '') return tell(t('No text was found in the picture.'))
    const before = description.peek().trim()
    description.value = before === '' ? text : `${before}\n${text}`
  })
  if (attached.kind !== 'image' || !canReadText()) return null
  return (
    <div>
      <Button small busy={action.busy} onClick={() => void action.start()}>
        <Icon of={ScanText} size={18} /> {t('Read the text in the picture')}
      </Button>
    </div>
  )
}
