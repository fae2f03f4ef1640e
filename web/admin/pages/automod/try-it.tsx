import { useSignal } from '@preact/signals'
import { api } from '../../../shared/api.ts'
import { Card } from '../../../shared/components/card.tsx'
import { Select } from '../../../shared/components/fields.tsx'
import { Form } from '../../../shared/components/form.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import { Person } from '../../../shared/components/person.tsx'
import type { DryRun } from '../../../shared/entities/automod.ts'
import { count, formatNumber } from '../../../shared/format.ts'
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

/** What a rule would have done in the last days, before it does anything. */
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
    <Card title="Try it">
      <p class="muted small">
        Looks at what came in the last days, and does nothing to it. Other rules are left out, and
        so are media, descriptions and polls.
      </p>
      <Form inline submit="Try it" onSubmit={run}>
        <Select
          label="What came within"
          value={days}
          options={[
            ['1', '1 day'],
            ['3', '3 days'],
            ['7', '7 days'],
            ['30', '30 days'],
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
  const things = isAboutPosts ? count(checked, 'post') : count(checked, 'account')
  return (
    <div class={isStale ? 'dry-run stale' : 'dry-run'}>
      {isStale && (
        <Notice tone="warning">
          <p>The rule is another one since. Try it again.</p>
        </Notice>
      )}
      <p>
        <strong class="dry-run-figure">{formatNumber(matched)}</strong> of {things} of the last{' '}
        {days === '1' ? 'day' : `${days} days`} {matched === 1 ? 'fits' : 'fit'}
        {checked > 0 && ` (${shareOf(matched, checked)})`}.
      </p>
      {!complete && (
        <p class="muted small">There is too much to look at all of it: these are the newest.</p>
      )}
      {samples.length > 0 && (
        <ul class="dry-run-samples" aria-label="Some that fit">
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
          {count(matched - samples.length, 'more is', 'more are')} not shown; private mentions never
          are.
        </p>
      )}
      {samples.length === 0 && matched > 0 && (
        <p class="muted small">All of them are private mentions, which are not shown.</p>
      )}
    </div>
  )
}

function shareOf(part: number, whole: number): string {
  const share = (part / whole) * 100
  if (part > 0 && share < 0.1) return 'less than 0.1 %'
  return `${formatNumber(Number(share.toFixed(1)))} %`
}
