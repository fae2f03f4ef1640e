import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../../shared/components/button.tsx'
import { Dialog } from '../../shared/components/dialog.tsx'
import { Loading } from '../../shared/components/notice.tsx'
import { t } from '../../shared/i18n.ts'
import { EarlyText, earlyText } from './early-text.tsx'
import { loadAgain, openAgain } from './load-again.ts'
import { type Intent, intent } from './open-composer.ts'

type Window = typeof import('./composer-window.tsx')

/** null: it could not be loaded */
const loaded = signal<Window | null | undefined>(undefined)

const importWindow = (): Promise<Window | null> => import('./composer-window.tsx').catch(() => null)

async function load(): Promise<void> {
  loaded.value = undefined
  loaded.value = await importWindow()
}

/** Loads the composer before it is asked for, so that it is there at once, and without network. */
export async function preloadComposer(): Promise<void> {
  const module = await importWindow()
  if (module !== null) loaded.value ??= module
}

/** Where the composer appears: drawn once for the whole client, loaded when it is first needed. */
export function ComposerHost() {
  const wanted = intent.value
  const isNeeded = wanted !== null && loaded.value === undefined
  useEffect(() => {
    if (isNeeded) void load()
  }, [isNeeded])
  useEffect(openAgain, [])
  if (wanted === null) return null
  if (loaded.value) return <loaded.value.ComposerWindow key={keyOf(wanted)} intent={wanted} />
  const close = () => {
    intent.value = null
    if (earlyText() !== '') void importWindow().then((window) => window?.keepTyped(wanted))
  }
  return (
    <Dialog title={t('New post')} onClose={close}>
      <EarlyText />
      {loaded.value === undefined ? <Loading /> : <NotLoaded intent={wanted} />}
    </Dialog>
  )
}

function NotLoaded({ intent }: { intent: Intent }) {
  return (
    <div role="alert">
      <p>{t('This could not be loaded. Check your connection and try again.')}</p>
      <div class="buttons">
        <Button kind="primary" onClick={() => void load()}>
          {t('Try again')}
        </Button>
        <Button onClick={() => loadAgain(intent)}>{t('Load the page again')}</Button>
      </div>
    </div>
  )
}

const keys = new WeakMap<object, number>()
let lastKey = 0

/** Another intent is another composer: the one before it ends, and keeps what was written. */
function keyOf(wanted: object): number {
  const known = keys.get(wanted)
  if (known !== undefined) return known
  lastKey += 1
  keys.set(wanted, lastKey)
  return lastKey
}
