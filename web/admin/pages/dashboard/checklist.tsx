import { useState } from 'preact/hooks'
import { api } from '../../../shared/api.ts'
import { asApiError } from '../../../shared/api-error.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Button, LinkButton } from '../../../shared/components/button.tsx'
import { Card } from '../../../shared/components/card.tsx'
import { ErrorNotice, Notice } from '../../../shared/components/notice.tsx'
import type { Setup, SetupStep, TestMail } from '../../../shared/entities/settings.ts'
import { formatDate } from '../../../shared/format.ts'
import { t } from '../../../shared/i18n.ts'
import { Check, Icon } from '../../../shared/icons.tsx'
import { may } from '../../../shared/session.ts'
import { useGet } from '../../../shared/use-resource.ts'
import { ownPages, type PagePath } from '../../page-list.ts'

const PATH = '/api/rookery/v1/admin/setup'

interface Words {
  title: string
  /** why, while it is not done */
  text: string
  /** where it is done; none: on this page, or outside of it */
  at?: { page: PagePath; more: string; label: string }
}

const WORDS: Readonly<Record<SetupStep['name'], Words>> = {
  title: {
    title: t('Give the server a name'),
    text: t('It stands on every page and in every list of servers.'),
    at: { page: 'settings', more: '', label: t('Name it') },
  },
  icon: {
    title: t('Give it an icon'),
    text: t('Browsers and apps show this server by it.'),
    at: { page: 'settings', more: '?group=appearance', label: t('Choose a picture') },
  },
  description: {
    title: t('Say what it is about'),
    text: t('Visitors read it on the front page before they join.'),
    at: { page: 'settings', more: '', label: t('Describe it') },
  },
  rules: {
    title: t('Write the rules'),
    text: t('Everybody agrees to them at sign-up, and reports name them.'),
    at: { page: 'rules', more: '', label: t('Write rules') },
  },
  registrations: {
    title: t('Decide who may join'),
    text: t('Nobody can at the moment. Hide this line if it is to stay so.'),
    at: { page: 'settings', more: '?group=registrations', label: t('Decide') },
  },
  mail: {
    title: t('Try whether mails arrive'),
    text: t('Confirmations and new passwords are sent by mail.'),
  },
  backup: {
    title: t('Make a backup'),
    text: t(
      'Run “rookery backup FILE” on the server, best every night, and keep the file elsewhere. Hide this line if you back up in another way.',
    ),
  },
  announcement: {
    title: t('Publish a first announcement'),
    text: t('It greets everybody in their home timeline.'),
    at: { page: 'announcements', more: '/new', label: t('Write one') },
  },
}

/** The steps that a new server still needs, until all of them are done or hidden. */
export function Checklist() {
  if (!may('manageSettings')) return null
  return <Steps />
}

function Steps() {
  const setup = useGet<Setup>(PATH)
  const [isWhole, showAll] = useState(false)
  if (setup.data === null) {
    return setup.error && <ErrorNotice error={setup.error} retry={() => void setup.reload()} />
  }
  const { steps } = setup.data
  const hidden = steps.filter((step) => step.hidden).map(({ name }) => name)
  const open = steps.filter((step) => !step.done && !step.hidden)
  if (open.length === 0 && !isWhole) return null
  const hide = async (names: readonly string[]) => {
    setup.set(await api.put<Setup>(PATH, { hidden: names }))
    showAll(false)
  }
  const doneCount = steps.filter(({ done }) => done).length
  return (
    <Card
      title={t('Set up your server')}
      actions={
        <span class="muted small">
          {t('{n} of {all} done', { n: doneCount, all: steps.length })}
        </span>
      }
    >
      <ul class="checklist">
        {steps
          .filter((step) => isWhole || !step.hidden)
          .map((step) => (
            <Line
              key={step.name}
              step={step}
              setup={setup.data as Setup}
              reload={setup.reload}
              hide={() => hide([...hidden, step.name])}
            />
          ))}
      </ul>
      {hidden.length > 0 && (
        <div class="buttons end">
          <ActionButton kind="quiet" small run={() => hide([])}>
            {t('Show hidden lines again')}
          </ActionButton>
        </div>
      )}
    </Card>
  )
}

interface LineProps {
  step: SetupStep
  setup: Setup
  reload: () => Promise<void>
  hide: () => Promise<void>
}

function Line({ step, setup, reload, hide }: LineProps) {
  const { title, text, at } = WORDS[step.name]
  const isReachable = at !== undefined && ownPages.some(({ path }) => path === at.page)
  return (
    <li class={step.done ? 'checklist-done' : undefined}>
      <span class="checklist-mark" aria-hidden="true">
        {step.done && <Icon of={Check} size={14} />}
      </span>
      <div class="checklist-words">
        <strong>
          {title}
          <span class="visually-hidden">{step.done ? `: ${t('done')}` : `: ${t('to do')}`}</span>
        </strong>
        <span class="muted small">{step.done ? factOf(step, setup) : text}</span>
        {step.name === 'mail' && <MailTest setup={setup} reload={reload} />}
      </div>
      {!step.done && (
        <div class="buttons">
          {isReachable && (
            <LinkButton small href={`/admin/${at.page}${at.more}`}>
              {at.label}
            </LinkButton>
          )}
          <ActionButton kind="quiet" small label={t('Hide “{name}”', { name: title })} run={hide}>
            {t('Hide')}
          </ActionButton>
        </div>
      )}
    </li>
  )
}

function factOf({ name }: SetupStep, { mail_host, mail_tested_at, backup_at }: Setup): string {
  if (name === 'mail' && mail_tested_at !== null) {
    const [host, date] = [mail_host ?? '', formatDate(mail_tested_at)]
    return t('{host} took a mail on {date}.', { host, date })
  }
  if (name === 'backup' && backup_at !== null)
    return t('The last one: {date}.', { date: formatDate(backup_at) })
  return ''
}

type Outcome = { sent: TestMail } | { refused: string }

/** Sends a mail to the person and says what became of it, as long as the page is there. */
function MailTest({ setup, reload }: Pick<LineProps, 'setup' | 'reload'>) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      setOutcome({ sent: await api.post<TestMail>(`${PATH}/test_mail`) })
      await reload()
    } catch (error) {
      setOutcome({ refused: asApiError(error).message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {setup.mail_host === null && (
        <span class="small">
          {t(
            'No mail server is set: mails become files in the data folder. Set SMTP_URL and start again.',
          )}
        </span>
      )}
      <div class="buttons">
        <Button small busy={isBusy} onClick={() => void send()}>
          {t('Send me a test mail')}
        </Button>
      </div>
      <div role="status">{outcome !== null && <Told outcome={outcome} />}</div>
    </>
  )
}

function Told({ outcome }: { outcome: Outcome }) {
  if ('refused' in outcome) return <Notice tone="danger">{outcome.refused}</Notice>
  const { to, delivered, mail_host } = outcome.sent
  return delivered === 'file' ? (
    <Notice tone="warning">
      {t('The mail to {address} became a file in the data folder; nobody gets it.', {
        address: to,
      })}
    </Notice>
  ) : (
    <Notice>
      {t(
        '{host} took the mail to {address}. Look whether it arrives, also among the unwanted mail.',
        { host: mail_host ?? '', address: to },
      )}
    </Notice>
  )
}
