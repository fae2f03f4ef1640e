import { LinkButton } from '../../../shared/components/button.tsx'
import type { Instance, V1Instance } from '../../../shared/entities/api.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { SignUpButton } from '../../visitors/sign-up-button.tsx'
import { Activity } from './life.tsx'

interface HeroProps {
  instance: Instance
  totals: V1Instance['stats'] | null
  /** posts of each week, the newest last */
  weeks: readonly number[]
}

/** The server's name and description, sign-up and sign-in, and the number of its users. */
export function Hero({ instance, totals, weeks }: HeroProps) {
  const { title, description, thumbnail, registrations } = instance
  return (
    <section class="card flush hero">
      <Banner thumbnail={thumbnail} />
      <div class="card-body">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p class="landing-lead">
          <bdi>
            {description ||
              t(
                'A place on the fediverse: follow people on any server, and be followed from everywhere.',
              )}
          </bdi>
        </p>
        <p class="buttons">
          <SignUpButton kind="primary" />
          <LinkButton kind={registrations.enabled ? 'secondary' : 'primary'} href="/auth/sign_in">
            {t('Sign in')}
          </LinkButton>
          <LinkButton kind="quiet" href="/about">
            {t('About this server')}
          </LinkButton>
        </p>
        {totals !== null && <Totals {...totals} />}
        <Activity weeks={weeks} />
      </div>
    </section>
  )
}

/** The operator's picture, or the one of the software, which is wider. */
function Banner({ thumbnail }: Pick<Instance, 'thumbnail'>) {
  const isOwn = new URL(thumbnail.url).pathname !== '/assets/header.png'
  if (!isOwn) {
    return <img class="banner" src="/assets/header.png" alt="" width={1500} height={500} />
  }
  const { url, description } = thumbnail
  return <img class="banner" src={url} alt={description ?? ''} width={1200} height={630} />
}

function Totals({ user_count, status_count, domain_count }: V1Instance['stats']) {
  const shown = [
    plural(user_count, '{n} person', '{n} people'),
    plural(status_count, '{n} post', '{n} posts'),
    ...(domain_count > 0 ? [plural(domain_count, '{n} known server', '{n} known servers')] : []),
  ]
  return (
    <ul class="landing-totals">
      {shown.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
