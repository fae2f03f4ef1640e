import { useSignal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { paletteStyles, palettesOf } from '../../../../src/kernel/base/palette.ts'
import type { LeftOut, OwnerStyles } from '../../../../src/kernel/text/owner-styles.ts'
import { Card } from '../../../shared/components/card.tsx'
import { Choices } from '../../../shared/components/fields.tsx'
import { plural, t } from '../../../shared/i18n.ts'
import { whyWords } from './left-out-words.ts'

interface LooksPreviewProps {
  /** as typed */
  colour: string
  styles: string
}

/** ms after the last key until a style sheet is read */
const PAUSE = 300

/** The about page as it would look, with what is typed but not saved, and what of the style sheet would be left out. */
export function LooksPreview({ colour, styles }: LooksPreviewProps) {
  const theme = useSignal('light')
  const read = useReduced(styles)
  const frame = useRef<HTMLIFrameElement>(null)
  const page = useAboutPage()
  const dress = () => {
    const shown = frame.current?.contentDocument
    if (shown?.body) dressPage(shown, { colour, css: read.css, theme: theme.value })
  }
  useEffect(dress, [colour, read.css, theme.value, page])
  return (
    <Card title={t('As it will look')}>
      {read.leftOut.length > 0 && <LeftOutList items={read.leftOut} />}
      <Choices
        legend={t('Colours')}
        value={theme}
        options={[
          { value: 'light', title: t('Light') },
          { value: 'dark', title: t('Dark') },
          { value: 'contrast', title: t('High contrast') },
        ]}
      />
      {page !== null && (
        <iframe
          ref={frame}
          class="looks-preview"
          title={t('The about page as it will look')}
          // it may be dressed from here, and runs nothing
          sandbox="allow-same-origin"
          srcdoc={page}
          onLoad={dress}
        />
      )}
    </Card>
  )
}

function LeftOutList({ items }: { items: readonly LeftOut[] }) {
  return (
    <div class="notice warning left-out" role="status">
      <div>
        <p>
          {plural(
            items.length,
            '{n} part of the style sheet is left out:',
            '{n} parts of the style sheet are left out:',
          )}
        </p>
        <ul>
          {items.map(({ line, text, why }) => (
            <li key={`${line} ${text}`}>
              {t('Line {line}', { line })} <code dir="ltr">{text}</code>: {whyWords(why)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** The sheet as the server would give it out; its parser is loaded where there is something to read. */
function useReduced(styles: string): OwnerStyles {
  const [read, setRead] = useState<OwnerStyles>({ css: '', leftOut: [] })
  useEffect(() => {
    if (styles.trim() === '') return setRead({ css: '', leftOut: [] })
    let isCurrent = true
    const timer = setTimeout(async () => {
      const { reduceStyles } = await import('../../../../src/kernel/text/owner-styles.ts')
      if (isCurrent) setRead(reduceStyles(styles))
    }, PAUSE)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [styles])
  return read
}

/** The document of the about page, as it is now. */
function useAboutPage(): string | null {
  const [page, setPage] = useState<string | null>(null)
  useEffect(() => {
    void fetch('/about', { headers: { accept: 'text/html' } })
      .then((response) => (response.ok ? response.text() : null))
      .then(setPage, () => setPage(null))
  }, [])
  return page
}

interface Dress {
  colour: string
  css: string
  theme: string
}

/** Scripts do not run there, and styles within an element are refused: it is dressed by its own window. */
function dressPage(page: Document, { colour, css, theme }: Dress): void {
  for (const link of page.querySelectorAll('link[data-own-styles], link[data-colours]'))
    link.remove()
  const view = page.defaultView
  if (view === null) return
  const isWhole = /^#[0-9a-f]{6}$/i.test(colour)
  const { dataset } = page.documentElement
  dataset.theme = theme
  if (isWhole) dataset.accent = 'server'
  else delete dataset.accent
  const { CSSStyleSheet: Sheet } = view as Window & typeof globalThis
  page.adoptedStyleSheets = [isWhole ? paletteStyles(palettesOf(colour)) : '', css].map((text) => {
    const sheet = new Sheet()
    sheet.replaceSync(text)
    return sheet
  })
}
