import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from '../../../shared/components/button.tsx'
import { Dialog } from '../../../shared/components/dialog.tsx'
import { TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { tellProblem } from '../../../shared/components/toast.tsx'
import { t } from '../../../shared/i18n.ts'
import { Icon } from '../../../shared/icons.tsx'
import { openLayer } from '../../layers/layers.tsx'
import { FindPeople } from '../../people/find-people.tsx'
import { ownLists } from '../../people/lists/lists.ts'
import { useCached } from '../../people/read-cache.ts'
import { iconOf, readyColumns, titleOf } from './column-words.ts'
import { MOST_COLUMNS, type NewColumn, withColumn } from './columns.ts'
import { columns, saveColumns } from './deck-state.ts'
import { focusColumn } from './focus-column.ts'
import '../../people/people.css'

export function openAddColumn(): void {
  if (columns.peek().length >= MOST_COLUMNS) {
    tellProblem([
      t('There are {n} columns, which is all there can be.', { n: MOST_COLUMNS }),
      t('Remove one first.'),
    ])
    return
  }
  openLayer((close) => <AddColumn close={close} />)
}

/** Everything a column can show. What is chosen comes at the end, and has the focus. */
function AddColumn({ close }: { close: () => void }) {
  const add = (column: NewColumn) => {
    const now = withColumn(columns.peek(), column)
    close()
    if (now === null) return
    saveColumns(now)
    const added = now.at(-1)
    if (added !== undefined) setTimeout(() => focusColumn(added.id), 0)
  }
  return (
    <Dialog title={t('Add a column')} wide onClose={close}>
      <div class="add-column">
        <Ready columns={readyColumns()} add={add} />
        <Lists add={add} />
        <Part title={t('A hashtag')}>
          <Typed
            label={t('Hashtag')}
            placeholder="#birds"
            add={(text) => add({ kind: 'tag', of: text.replace(/^[#＃]/, '') })}
          />
        </Part>
        <Part title={t('A search')}>
          <Typed label={t('Words to search for')} add={(of) => add({ kind: 'search', of })} />
        </Part>
        <Part title={t('Posts of one account')}>
          <FindPeople
            label={t('Account')}
            actions={({ id, acct }) => (
              <Button small onClick={() => add({ kind: 'account', of: id, name: acct })}>
                {t('Add')} <span class="visually-hidden">@{acct}</span>
              </Button>
            )}
          />
        </Part>
      </div>
    </Dialog>
  )
}

interface Adds {
  add: (column: NewColumn) => void
}

function Ready({ columns: all, add }: Adds & { columns: readonly NewColumn[] }) {
  return (
    <ul class="add-column-ready">
      {all.map((column) => (
        <li key={`${column.kind} ${column.of}`}>
          <button type="button" class="way" onClick={() => add(column)}>
            <Icon of={iconOf(column)} />
            <bdi class="way-title">{titleOf(column)}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Lists({ add }: Adds) {
  const lists = useCached(ownLists()) ?? []
  if (lists.length === 0) return null
  return (
    <Part title={t('A list')}>
      <Ready
        add={add}
        columns={lists.map(({ id, title }) => ({ kind: 'list', of: id, name: title }))}
      />
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

interface TypedProps {
  label: string
  placeholder?: string
  add: (text: string) => void
}

function Typed({ label, placeholder, add }: TypedProps) {
  const text = useSignal('')
  const typed = text.value.trim()
  return (
    <Form inline submit={t('Add')} disabled={typed === ''} onSubmit={async () => add(typed)}>
      <TextField
        label={label}
        value={text}
        maxLength={300}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </Form>
  )
}
