import { tell, tellProblem } from '../../shared/components/toast.tsx'
import { t } from '../../shared/i18n.ts'

/** Copies a text. @param done what is said then */
export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    tell(done)
  } catch {
    tellProblem([t('The browser did not allow copying. Here it is: {text}', { text })])
  }
}
