import './help.css'
import { Dialog } from '../../shared/components/dialog.tsx'
import { t } from '../../shared/i18n.ts'
import { webSetting } from '../state/web-settings.ts'
import { isHelpOpen } from './global-shortcuts.ts'
import { keyCaps } from './keys.ts'
import { shortcuts } from './shortcuts.ts'

/** The help sheet, above the page that it is about. */
export function HelpDialog() {
  const close = () => {
    isHelpOpen.value = false
  }
  return (
    <Dialog title={t('Keyboard shortcuts')} wide onClose={close}>
      <KeyList heading="h3" />
    </Dialog>
  )
}

interface Row {
  does: string
  keys: string[]
}

/** The shortcuts that are available at present, in groups. */
export function KeyList({ heading: Heading }: { heading: 'h2' | 'h3' }) {
  return (
    <>
      {!webSetting('shortcuts').value && (
        <p class="muted">
          {t('Single keys are switched off: only those with Ctrl or Cmd work.')}{' '}
          <a href="/preferences#keyboard">{t('Switch them on in the preferences')}</a>
        </p>
      )}
      <div class="key-groups">
        {[...groups()].map(([title, rows]) => (
          <section key={title} aria-label={title}>
            <Heading>{title}</Heading>
            <dl>
              {rows.map(({ does, keys }) => (
                <div key={does}>
                  <dt>{does}</dt>
                  <dd>
                    {keys.map((one, index) => (
                      <span key={one}>
                        {index > 0 && <span class="muted"> {t('or')} </span>}
                        <Keys of={one} />
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  )
}

function Keys({ of }: { of: string }) {
  return (
    <span dir="ltr">
      {keyCaps(of).map((key, index) => (
        <kbd key={index}>{key}</kbd>
      ))}
    </span>
  )
}

/** Keys that do the same stand together. */
function groups(): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  const taken = new Set<string>()
  for (const { keys, does, group = t('On this page') } of shortcuts.value) {
    // only the latest registered of the same keys counts
    if (taken.has(keys)) continue
    taken.add(keys)
    const rows = found.get(group) ?? []
    const row = rows.find((one) => one.does === does)
    if (row === undefined) rows.push({ does, keys: [keys] })
    else row.keys.push(keys)
    found.set(group, rows)
  }
  return found
}
