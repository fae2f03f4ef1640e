import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Card } from '../../../shared/components/card.tsx'
import { Select } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import { Person } from '../../../shared/components/person.tsx'
import type { DryRun } from '../../../shared/entities/automod.ts'
import { formatNumber } from '../../../shared/format.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { richPlural } from '../../../shared/rich-plural.ts'
import { Post } from '../../parts/post.tsx'

interface TryItProps {
  /** the rule as it is written now, saved or not */
  body: object
  subject: string
}

interface Tried {
  result: DryRun
  /** the rule that it was, and what it asked about */
  rule: string
  days: string
  isAboutPosts: boolean
}

/** Tests a rule against the posts or accounts of the last days; the test changes nothing. */
export function TryIt({ body, subject }: TryItProps) {
  const days = useSignal('7')
  const tried = useSignal<Tried | null>(null)
  const rule = JSON.stringify(body)
  const run = async () => {
    // a rule may be tried before it has a name
    const { name, ...others } = body as { name?: string }
    const asked = { ...others, name: name || 'new', days: Number(days.value) }
    const result = await api.post<DryRun>('/api/rookery/v1/admin/automod_rules/dry_run', asked)
    tried.value = { result, rule, days: days.value, isAboutPosts: subject === 'statuses' }
  }
  return (
    <Card title={t('Try it')}>
      <p class="muted small">
        {t(
          'Looks at what came in the last days, and does nothing to it. Other rules are left out, and so are media, descriptions, polls and posts that are not for everybody.',
        )}
      </p>
      <Form inline submit={t('Try it')} onSubmit={run}>
        <Select
          label={t('What came within')}
          value={days}
          options={[
            ['1', t('1 day')],
            ['3', t('3 days')],
            ['7', t('7 days')],
            ['30', t('30 days')],
          ]}
        />
      </Form>
      <div role="status">
        {tried.value !== null && <Result tried={tried.value} isStale={tried.value.rule !== rule} />}
      </div>
    </Card>
  )
}

function Result({ tried, isStale }: { tried: Tried; isStale: boolean }) {
  const { result, days, isAboutPosts } = tried
  const { checked, matched, complete, samples } = result
  const things = isAboutPosts
    ? plural(checked, '{n} post', '{n} posts')
    : plural(checked, '{n} account', '{n} accounts')
  return (
    <div class={isStale ? 'dry-run stale' : 'dry-run'}>
      {isStale && (
        <Notice tone="warning">
          <p>{t('The rule is another one since. Try it again.')}</p>
        </Notice>
      )}
      <p>
        {richPlural(
          matched,
          '<b>{n}</b> of {things} of the last {days} fits',
          '<b>{n}</b> of {things} of the last {days} fit',
          {
            b: (text) => <strong class="dry-run-figure">{text}</strong>,
            things,
            days: plural(Number(days), '{n} day', '{n} days'),
          },
        )}
        {checked > 0 && ` (${shareOf(matched, checked)})`}.
      </p>
      {!complete && (
        <p class="muted small">
          {t('There is too much to look at all of it: these are the newest.')}
        </p>
      )}
      {samples.length > 0 && (
        <ul class="dry-run-samples" aria-label={t('Some that fit')}>
          {samples.map(({ status, account }) => (
            <li key={status?.id ?? account.id}>
              <Person account={account} />
              {status !== undefined && <Post status={status} />}
            </li>
          ))}
        </ul>
      )}
      {samples.length < matched && samples.length > 0 && (
        <p class="muted small">
          {plural(matched - samples.length, '{n} more is not shown.', '{n} more are not shown.')}
        </p>
      )}
    </div>
  )
}

function shareOf(part: number, whole: number): string {
  const share = (part / whole) * 100
  if (part > 0 && share < 0.1) return t('less than 0.1 %')
  return `${formatNumber(Number(share.toFixed(1)))} %`
}
