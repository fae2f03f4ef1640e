import { Badge, type Tone } from '../../shared/components/notice.tsx'
import type { DomainBlock, Reachability, Severity } from '../../shared/entities/federation.ts'
import { t } from '../../shared/i18n.ts'

export const SEVERITIES: Readonly<Record<Severity, string>> = {
  noop: t('Not limited'),
  silence: t('Limited|a server'),
  suspend: t('Suspended'),
}

const TONES: Readonly<Record<Severity, Tone>> = {
  noop: 'info',
  silence: 'warning',
  suspend: 'danger',
}

export function SeverityBadge({ of }: { of: Severity }) {
  return <Badge tone={TONES[of]}>{SEVERITIES[of]}</Badge>
}

type Limits = Pick<DomainBlock, 'severity' | 'reject_media' | 'reject_reports'>

/** How a domain is limited: whoever is suspended sends no media and no reports anyway. */
export function LimitBadges({ of }: { of: Limits }) {
  return (
    <span class="badges">
      <SeverityBadge of={of.severity} />
      {of.severity !== 'suspend' && of.reject_media && <Badge>{t('No media')}</Badge>}
      {of.severity !== 'suspend' && of.reject_reports && <Badge>{t('No reports')}</Badge>}
    </span>
  )
}

const REACHABLE: Readonly<Record<Reachability, readonly [Tone, string]>> = {
  ok: ['success', t('Reached')],
  failing: ['warning', t('Fails')],
  unavailable: ['danger', t('Given up')],
}

export function ReachabilityBadge({ of }: { of: Reachability }) {
  const [tone, title] = REACHABLE[of]
  return <Badge tone={tone}>{title}</Badge>
}
