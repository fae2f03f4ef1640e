import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api } from '../../../shared/api.ts'
import { ActionButton, Button } from '../../../shared/components/button.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Empty } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { tell, tellError } from '../../../shared/components/toast.tsx'
import type { Rule } from '../../../shared/entities/content.ts'
import { useGet } from '../../../shared/resource.ts'
import { EditRule } from './edit-rule.tsx'
import { languageName } from './languages.ts'
import { NEW_RULE, PATH } from './rule-paths.ts'
import './rules.css'

/** The rules in their order, as people read them before they sign up and choose from when they report. */
export function Page() {
  const rules = useGet<Rule[]>(PATH)
  const edited = useSignal<Rule | null>(null)
  const moving = useRef(false)
  const move = async (rule: Rule, by: -1 | 1) => {
    const found = rules.data ?? []
    const to = found.indexOf(rule) + by
    if (moving.current || to < 0 || to >= found.length) return
    moving.current = true
    // shown at once, so that one can go on pressing
    const others = found.filter((one) => one !== rule)
    rules.set(others.toSpliced(to, 0, rule))
    try {
      await api.post(`${PATH}/${rule.id}/move`, { position: to })
      tell(`Now rule ${to + 1} of ${found.length}`)
    } catch (error) {
      rules.set(found)
      tellError(error)
    } finally {
      moving.current = false
    }
  }
  return (
    <>
      <PageHead
        title="Rules"
        lead="Everybody reads them before they sign up, and chooses from them when they report something."
        actions={
          <Button
            kind="primary"
            onClick={() => {
              edited.value = NEW_RULE
            }}
          >
            Add a rule
          </Button>
        }
      />
      <Loaded from={rules}>
        {(found) =>
          found.length === 0 ? (
            <Empty>
              <p>
                <strong>There are no rules yet.</strong>
              </p>
              <p>Three to eight short ones are read; more are not.</p>
            </Empty>
          ) : (
            <>
              <ol class="entries rules" aria-label="Rules">
                {found.map((rule, position) => (
                  <li key={rule.id}>
                    <RuleLine
                      rule={rule}
                      position={position}
                      last={found.length - 1}
                      onMove={(by) => void move(rule, by)}
                      onEdit={() => {
                        edited.value = rule
                      }}
                      onGone={rules.reload}
                    />
                  </li>
                ))}
              </ol>
              <p class="muted small">
                With the keyboard: <kbd>Alt</kbd> and an arrow up or down moves the rule that has
                the focus.
              </p>
            </>
          )
        }
      </Loaded>
      {edited.value !== null && (
        <EditRule
          rule={edited.value}
          onClose={() => {
            edited.value = null
          }}
          onDone={rules.reload}
        />
      )}
    </>
  )
}

interface RuleLineProps {
  rule: Rule
  position: number
  last: number
  onMove: (by: -1 | 1) => void
  onEdit: () => void
  onGone: () => Promise<void>
}

function RuleLine({ rule, position, last, onMove, onEdit, onGone }: RuleLineProps) {
  const { text, hint, translations } = rule
  const languages = Object.keys(translations)
  const element = useFocusKept(position)
  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons within take the focus, and do the same
    <div class="rule" ref={element} onKeyDown={onKey}>
      <div class="rule-text">
        <h2>{text}</h2>
        {hint !== '' && <p class="muted">{hint}</p>}
        {languages.length > 0 && (
          <p class="muted small">Also in {languages.map(languageName).join(', ')}</p>
        )}
      </div>
      <div class="buttons">
        <Button
          small
          label={`Move up: ${text}`}
          disabled={position === 0}
          onClick={() => onMove(-1)}
        >
          ↑
        </Button>
        <Button
          small
          label={`Move down: ${text}`}
          disabled={position === last}
          onClick={() => onMove(1)}
        >
          ↓
        </Button>
        <Button small label={`Change: ${text}`} onClick={onEdit}>
          Change…
        </Button>
        <ActionButton
          small
          label={`Delete: ${text}`}
          question={{
            title: 'Delete this rule?',
            text: `“${text}” is no longer in force. Reports that name it keep it.`,
            confirm: 'Delete the rule',
            danger: true,
          }}
          done="The rule is deleted"
          run={async () => {
            await api.delete(`${PATH}/${rule.id}`)
            await onGone()
          }}
        >
          Delete…
        </ActionButton>
      </div>
    </div>
  )
}

/** What is moved keeps the focus: the same button, or another one of its rule where that can do no more. */
function useFocusKept(position: number) {
  const element = useRef<HTMLDivElement>(null)
  const before = useRef(position)
  const focused = useRef<string | null>(null)
  useEffect(() => {
    const { current: row } = element
    const remember = () => {
      focused.current = row?.contains(document.activeElement)
        ? (document.activeElement?.getAttribute('aria-label') ?? null)
        : null
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  useEffect(() => {
    if (before.current === position) return
    before.current = position
    if (focused.current === null) return
    const buttons = [...(element.current?.querySelectorAll('button') ?? [])]
    const usable = buttons.filter(({ disabled }) => !disabled)
    const same = usable.find((button) => button.getAttribute('aria-label') === focused.current)
    const [first] = usable
    ;(same ?? first)?.focus()
  }, [position])
  return element
}
