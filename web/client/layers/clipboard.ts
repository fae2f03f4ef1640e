import { tell } from '../../shared/components/toast.tsx'
import { t } from '../../shared/i18n.ts'

/** @param done said when it is there */
export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    tell(done)
  } catch {
    // without a safe connection browsers give nobody the clipboard: the text can be copied by hand
    prompt(t('Copy it from here'), text)
  }
}
