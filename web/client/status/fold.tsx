import type { ComponentChildren } from 'preact'
import { t } from '../../shared/i18n.ts'
import { reveal, revealStateOf } from './reveal-state.ts'

interface FoldProps {
  /** of the status */
  id: string
  html: string
  isOff: boolean
  children: ComponentChildren
}

/** characters and lines from which a text is long: told by the text, so that nothing is measured and nothing moves */
const LONG = 1200
const LINES = 18

/** Shows the beginning of a long text. */
export function Fold({ id, html, isOff, children }: FoldProps) {
  if (isOff || !isLong(html)) return children
  const isWhole = revealStateOf(id).value.whole ?? false
  return (
    <>
      <div class={isWhole ? 'fold' : 'fold folded'}>{children}</div>
      <button
        type="button"
        class="text-button"
        aria-expanded={isWhole}
        data-key="expand"
        onClick={() => reveal(id, { whole: !isWhole })}
      >
        {isWhole ? t('Read less') : t('Read more')}
      </button>
    </>
  )
}

function isLong(html: string): boolean {
  if (html.length < 300) return false
  const lines = html.match(/<br|<p|<li|<h\d|<pre/g)?.length ?? 0
  return lines > LINES || html.replace(/<[^>]*>/g, '').length > LONG
}
