import { type Signal, useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { ApiError } from '../../../shared/api-error.ts'
import { ask } from '../../../shared/components/dialog.tsx'
import { Checkbox, Choices, TextArea, TextField } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import { tell } from '../../../shared/components/toast.tsx'
import type { DomainBlock, Severity } from '../../../shared/entities/federation.ts'
import { t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { LimitBadges } from '../../parts/domain-words.tsx'

export const BLOCKS = '/api/v1/admin/domain_blocks'

const SEVERITIES: readonly { value: Severity; title: string; hint: string }[] = [
  {
    value: 'silence',
    title: t('Limit it'),
    hint: t(
      'Only those who follow its accounts see their posts. Whoever follows somebody here from there has to be let in.',
    ),
  },
  {
    value: 'suspend',
    title: t('Suspend it'),
    hint: t(
      'Nothing comes from there and nothing goes there. All follows in both directions end, for good.',
    ),
  },
  {
    value: 'noop',
    title: t('Do not limit it'),
    hint: t('Only what is ticked below counts.'),
  },
]

interface BlockFormProps {
  /** without id: it is not there yet */
  block: DomainBlock
  onSave: (saved: DomainBlock) => void
}

export function BlockForm({ block, onSave }: BlockFormProps) {
  const isNew = block.id === ''
  const domain = useSignal(block.domain)
  const severity = useSignal<string>(block.severity)
  const media = useSignal(block.reject_media)
  const reports = useSignal(block.reject_reports)
  const publicly = useSignal(block.public_comment ?? '')
  const privately = useSignal(block.private_comment ?? '')
  const obfuscate = useSignal(block.obfuscate)
  const conflict = useSignal<DomainBlock | null>(null)
  const save = async () => {
    conflict.value = null
    const suspends = severity.value === 'suspend' && (isNew || block.severity !== 'suspend')
    if (suspends && !(await askToSuspend(domain.value))) return
    const choices = {
      severity: severity.value,
      reject_media: media.value,
      reject_reports: reports.value,
      public_comment: publicly.value,
      private_comment: privately.value,
      obfuscate: obfuscate.value,
    }
    try {
      const saved = isNew
        ? await api.post<DomainBlock>(BLOCKS, { domain: domain.value, ...choices })
        : await api.put<DomainBlock>(`${BLOCKS}/${block.id}`, choices)
      tell(isNew ? t('{domain} is blocked', { domain: saved.domain }) : t('Saved'))
      onSave(saved)
    } catch (error) {
      conflict.value = conflictIn(error)
      throw error
    }
  }
  return (
    <Form submit={isNew ? t('Block the domain') : t('Save')} onSubmit={save}>
      {isNew && <DomainField value={domain} />}
      <Choices legend={t('What it does')} value={severity} options={SEVERITIES} />
      {severity.value !== 'suspend' && <Limits media={media} reports={reports} />}
      <TextArea
        label={t('Public reason')}
        name="public_comment"
        rows={2}
        maxLength={5000}
        value={publicly}
        hint={t('Shown to whoever may see which servers this one limits.')}
      />
      <TextArea
        label={t('Reason for the staff')}
        name="private_comment"
        rows={2}
        maxLength={5000}
        value={privately}
      />
      <Obfuscation value={obfuscate} />
      {conflict.value !== null && <Conflict block={conflict.value} />}
    </Form>
  )
}

function DomainField({ value }: { value: Signal<string> }) {
  return (
    <TextField
      label={t('Domain')}
      name="domain"
      required
      placeholder="example.org"
      value={value}
      maxLength={253}
    />
  )
}

/** Limits of a domain that is not suspended; a suspension refuses everything. */
function Limits({ media, reports }: { media: Signal<boolean>; reports: Signal<boolean> }) {
  return (
    <>
      <Checkbox
        label={t('Show no media of it')}
        value={media}
        hint={t('Posts of its accounts come here without pictures, sounds and films.')}
      />
      <Checkbox
        label={t('Take no reports from it')}
        value={reports}
        hint={t('What its staff reports about people here is dropped.')}
      />
    </>
  )
}

function Obfuscation({ value }: { value: Signal<boolean> }) {
  return (
    <Checkbox
      label={t('Hide parts of the name in public')}
      value={value}
      hint={t('As in ex***le.org: nobody is led there.')}
    />
  )
}

/** The existing block that conflicts with a new one, with a link to change it. */
function Conflict({ block }: { block: DomainBlock }) {
  return (
    <Notice tone="warning">
      <p>
        {rich('There is a block of {domain} already:', { domain: <strong>{block.domain}</strong> })}{' '}
        <LimitBadges of={block} />
      </p>
      <a href={`/admin/domains/blocks/${block.id}`}>{t('Look at it and change it')}</a>
    </Notice>
  )
}

function conflictIn(error: unknown): DomainBlock | null {
  const existing = error instanceof ApiError ? error.body.existing_domain_block : undefined
  return (existing as DomainBlock | undefined) ?? null
}

function askToSuspend(domain: string): Promise<boolean> {
  return ask({
    title: t('Suspend {domain}?', { domain }),
    text: t(
      'Its accounts vanish from here, and all follows between there and here end. Ending the block later does not bring the follows back. People here who lose some are told so.',
    ),
    confirm: t('Suspend the domain'),
    danger: true,
  })
}
