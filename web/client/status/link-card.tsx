import type { PreviewCard } from '../../shared/entities/api.ts'
import { formatDate } from '../../shared/format.ts'
import { language, t } from '../../shared/i18n.ts'
import { FileText, Icon, Play } from '../../shared/icons.tsx'
import { rich } from '../../shared/rich.ts'
import { savesData } from './data-saver.ts'
import { Blurhash } from './media/blurhash.tsx'
import { PersonLink } from './status-prepend.tsx'
import './link-card.css'

interface LinkCardProps {
  card: PreviewCard
  /** its picture stays blurred */
  isSensitive?: boolean
}

/** The preview card of a status. Players of other sites are links: the security policy allows no foreign frames. */
export function LinkCard({ card, isSensitive = false }: LinkCardProps) {
  const isWide = card.image !== null && card.width > card.height && card.width >= 400
  const person = card.authors.find(({ account }) => account !== null)?.account ?? null
  return (
    <div class="link-card">
      <a
        class={isWide ? 'link-card-link wide' : 'link-card-link'}
        href={card.url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        lang={card.language ?? undefined}
      >
        <CardPicture card={card} isWide={isWide} isSensitive={isSensitive} />
        <CardWords card={card} hasPerson={person !== null} />
      </a>
      {person !== null && (
        <p class="link-card-person">
          <img class="avatar" src={person.avatar_static} alt="" width={20} height={20} />
          <span>{rich('More by {name}', { name: <PersonLink account={person} /> })}</span>
        </p>
      )}
    </div>
  )
}

function CardPicture(props: { card: PreviewCard; isWide: boolean; isSensitive: boolean }) {
  const { card, isWide, isSensitive } = props
  const plays = card.type === 'video' || card.type === 'rich'
  return (
    <span class="link-card-picture" style={isWide ? aspectOf(card) : undefined}>
      {card.image === null ? (
        <Icon of={plays ? Play : FileText} size={28} />
      ) : (
        <>
          <Blurhash hash={card.blurhash} />
          {!isSensitive && !savesData() && (
            <img src={card.image} alt={card.image_description} loading="lazy" decoding="async" />
          )}
          {card.type === 'video' && (
            <span class="play-sign">
              <Icon of={Play} size={28} solid />
            </span>
          )}
        </>
      )}
    </span>
  )
}

function CardWords({ card, hasPerson }: { card: PreviewCard; hasPerson: boolean }) {
  return (
    <span class="link-card-words">
      <span class="link-card-provider">
        <bdi>{card.provider_name || hostOf(card.url)}</bdi>
        {card.published_at !== null && (
          <>
            {' · '}
            <bdi lang={language()}>{formatDate(card.published_at)}</bdi>
          </>
        )}
      </span>
      <strong class="link-card-title" dir="auto">
        {card.title || card.url}
      </strong>
      {card.description !== '' && (
        <span class="link-card-description" dir="auto">
          {card.description}
        </span>
      )}
      {!hasPerson && card.author_name !== '' && (
        <span class="link-card-author" dir="auto">
          {t('By {name}', { name: card.author_name })}
        </span>
      )}
    </span>
  )
}

function aspectOf({ width, height }: PreviewCard): { aspectRatio: string } {
  return { aspectRatio: String(Math.max(1.4, Math.min(width / height, 2.4))) }
}

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return url
  }
}
