import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Button } from '../../../shared/components/button.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Empty } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { tell, tellError } from '../../../shared/components/toast.tsx'
import type { Rule } from '../../../shared/entities/content.ts'
import { t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { type Resource, useGet } from '../../../shared/use-resource.ts'
import { languageName } from '../../parts/languages.ts'
import { EditRule } from './edit-rule.tsx'
import { NEW_RULE, PATH } from './rule-paths.ts'
import './rules.css'

/** The rules in their order, as people read them before they sign up and choose from when they report. */
export function Page() {
  const rules = useGet<Rule[]>(PATH)
  const edited = useSignal<Rule | null>(null)
  const edit = (rule: Rule | null) => {
    edited.value = rule
  }
  const move = useMove(rules)
  return (
    <>
      <PageHead
        title={t('Rules')}
        lead={t(
          'Everybody reads them before they sign up, and chooses from them when they report something.',
        )}
        actions={
          <Button kind="primary" onClick={() => edit(NEW_RULE)}>
            {t('Add a rule')}
          </Button>
        }
      />
      <Loaded from={rules}>
        {(found) =>
          found.length === 0 ? (
            <Empty>
              <p>
                <strong>{t('There are no rules yet.')}</strong>
              </p>
              <p>{t('Three to eight short ones are read; more are not.')}</p>
            </Empty>
          ) : (
            <RuleList rules={found} onMove={move} onEdit={edit} onGone={rules.reload} />
          )
        }
      </Loaded>
      {edited.value !== null && (
        <EditRule rule={edited.value} onClose={() => edit(null)} onDone={rules.reload} />
      )}
    </>
  )
}

/** Moves a rule up or down among the others. */
function useMove(rules: Resource<Rule[]>) {
  const moving = useRef(false)
  return async (rule: Rule, by: -1 | 1) => {
    const found = rules.data ?? []
    const to = found.indexOf(rule) + by
    if (moving.current || to < 0 || to >= found.length) return
    moving.current = true
    // shown at once, so that one can go on pressing
    const others = found.filter((one) => one !== rule)
    rules.set(others.toSpliced(to, 0, rule))
    try {
      await api.post(`${PATH}/${rule.id}/move`, { position: to })
      tell(t('Now rule {to} of {found}', { to: to + 1, found: found.length }))
    } catch (error) {
      rules.set(found)
      tellError(error)
    } finally {
      moving.current = false
    }
  }
}

interface RuleListProps {
  rules: readonly Rule[]
  onMove: (rule: Rule, by: -1 | 1) => Promise<void>
  onEdit: (rule: Rule) => void
  onGone: () => Promise<void>
}

function RuleList({ rules, onMove, onEdit, onGone }: RuleListProps) {
  return (
    <>
      <ol class="entries rules" aria-label={t('Rules')}>
        {rules.map((rule, position) => (
          <li key={rule.id}>
            <RuleLine
              rule={rule}
              position={position}
              last={rules.length - 1}
              onMove={(by) => void onMove(rule, by)}
              onEdit={() => onEdit(rule)}
              onGone={onGone}
            />
          </li>
        ))}
      </ol>
      <p class="muted small">
        {rich(
          'With the keyboard: {alt} and an arrow up or down moves the rule that has the focus.',
          { alt: <kbd>Alt</kbd> },
        )}
      </p>
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
          <p class="muted small">
            {t('Also in {languages}', { languages: languages.map(languageName).join(', ') })}
          </p>
        )}
      </div>
      <div class="buttons">
        <MoveButtons text={text} position={position} last={last} onMove={onMove} />
        <Button small label={t('Change: {text}', { text })} onClick={onEdit}>
          {t('Change…')}
        </Button>
        <ActionButton
          small
          label={t('Delete: {text}', { text })}
          question={{
            title: t('Delete this rule?'),
            text: t('“{text}” is no longer in force. Reports that name it keep it.', { text }),
            confirm: t('Delete the rule'),
            danger: true,
          }}
          done={t('The rule is deleted')}
          run={async () => {
            await api.delete(`${PATH}/${rule.id}`)
            await onGone()
          }}
        >
          {t('Delete…')}
        </ActionButton>
      </div>
    </div>
  )
}

type MoveProps = Pick<RuleLineProps, 'position' | 'last' | 'onMove'> & { text: string }

function MoveButtons({ text, position, last, onMove }: MoveProps) {
  return (
    <>
      <Button
        small
        label={t('Move up: {text}', { text })}
        disabled={position === 0}
        onClick={() => onMove(-1)}
      >
        ↑
      </Button>
      <Button
        small
        label={t('Move down: {text}', { text })}
        disabled={position === last}
        onClick={() => onMove(1)}
      >
        ↓
      </Button>
    </>
  )
}

/** Keeps the focus on a moved rule: on the same button, or on the rule's first usable one if that is disabled now. */
function useFocusKept(position: number) {
  const element = useRef<HTMLDivElement>(null)
  const before = useRef(position)
  const focused = useRef<string | null>(null)
  useLayoutEffect(() => {
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
