import { api } from '../../../shared/api.ts'
import { ActionButton } from '../../../shared/components/action-button.tsx'
import { Loaded } from '../../../shared/components/loaded.tsx'
import { Notice } from '../../../shared/components/notice.tsx'
import { PageHead } from '../../../shared/components/page-head.tsx'
import { Time } from '../../../shared/components/time.tsx'
import type { AutomodRule } from '../../../shared/entities/automod.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { rich } from '../../../shared/rich.ts'
import { go } from '../../../shared/router.ts'
import { may } from '../../../shared/session.ts'
import { useResource } from '../../../shared/use-resource.ts'
import { RuleForm } from './rule-form.tsx'

const PATH = '/api/rookery/v1/admin/automod_rules'

const NEW: AutomodRule = {
  id: '',
  name: '',
  enabled: true,
  mode: 'shadow',
  applies_to: 'statuses',
  origin: 'any',
  match: 'all',
  conditions: [{ field: 'text', operator: 'contains_any', value: '' }],
  action: 'report',
  priority: 0,
  matches_count: 0,
  last_matched_at: null,
}

/** @param id null: a rule that is not there yet */
export function OneRule({ id }: { id: string | null }) {
  const rule = useResource(`automatic rule ${id}`, async () =>
    id === null ? NEW : api.get<AutomodRule>(`${PATH}/${id}`),
  )
  const { data } = rule
  const isFixed = !may('manageSettings')
  const save = async (body: object) => {
    if (id === null) {
      const made = await api.post<AutomodRule>(PATH, body)
      go(`/admin/automod/${made.id}`, { replace: true })
    } else rule.set(await api.put<AutomodRule>(`${PATH}/${id}`, body))
  }
  return (
    <>
      <PageHead
        title={id === null ? t('A new rule') : (data?.name ?? t('Automatic rule'))}
        up={{ href: '/admin/automod', title: t('Automatic rules') }}
        lead={id !== null && data !== null && <Figures rule={data} />}
        actions={id !== null && data !== null && !isFixed && <Remove rule={data} />}
      />
      {isFixed && (
        <Notice>
          <p>{t('Your role lets you look at rules and try them, but not change them.')}</p>
        </Notice>
      )}
      <Loaded from={rule}>
        {(found) => <RuleForm rule={found} isFixed={isFixed} onSave={save} />}
      </Loaded>
    </>
  )
}

function Figures({ rule: { id, matches_count, last_matched_at: last } }: { rule: AutomodRule }) {
  if (last === null) return <>{t('Nothing matched within 30 days.')}</>
  return (
    <>
      {rich('{matchescount} in 30 days, the last {last}.', {
        matchescount: (
          <a href={`/admin/automod/matches?rule_id=${id}`}>
            {plural(matches_count, '{n} match', '{n} matches')}
          </a>
        ),
        last: <Time at={last} />,
      })}
    </>
  )
}

function Remove({ rule }: { rule: AutomodRule }) {
  return (
    <ActionButton
      question={{
        title: t('Delete the rule {name}?', { name: rule.name }),
        text: t('What it did stays as it is, and what it held still waits.'),
        confirm: t('Delete the rule'),
        danger: true,
      }}
      done={t('The rule is deleted')}
      run={async () => {
        await api.delete(`${PATH}/${rule.id}`)
        go('/admin/automod')
      }}
    >
      {t('Delete…')}
    </ActionButton>
  )
}
