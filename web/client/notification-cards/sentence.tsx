import type { ComponentChildren } from 'preact'
import { displayName } from '../../shared/components/person.tsx'
import type { Account } from '../../shared/entities/api.ts'
import { plural, t } from '../../shared/i18n.ts'
import { rich } from '../../shared/rich.ts'
import { viewer } from '../../shared/session.ts'
import type { Group } from '../notifications/groups.ts'
import { EMOJI_REACTION } from '../notifications/types.ts'

type Sentence = (group: Group, who: ComponentChildren) => ComponentChildren

/** The sentence about a notification, by its type. Posts that stand below it name their author themselves. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  mention: mentioned,
  status: () => t('New post|notification'),
  reblog: (_, who) => rich('{who} boosted your post', { who }),
  favourite: ({ count }, who) =>
    count > 1 ? rich('{who} like your post', { who }) : rich('{who} likes your post', { who }),
  follow: ({ count }, who) =>
    count > 1 ? rich('{who} now follow you', { who }) : rich('{who} now follows you', { who }),
  follow_request: (_, who) => rich('{who} asks to follow you', { who }),
  poll: pollEnded,
  update: (_, who) => rich('{who} edited a post that you boosted', { who }),
  quote: () => t('Quote|notification'),
  quoted_update: (_, who) => rich('{who} edited a post that you quoted', { who }),
  added_to_collection: (group, who) =>
    rich('{who} added you to the collection {name}', { who, name: collectionOf(group) }),
  collection_update: (group, who) =>
    rich('{who} changed the collection {name}, which you are in', {
      who,
      name: collectionOf(group),
    }),
  severed_relationships: severed,
  moderation_warning: ({ details }) => warningWords(details.moderation_warning?.action ?? ''),
  annual_report: ({ details }) =>
    t('Your year {year} in review is ready', { year: details.annual_report?.year ?? '' }),
  'admin.sign_up': (_, who) => rich('{who} signed up', { who }),
  'admin.report': reported,
  [EMOJI_REACTION]: reacted,
}

export function sentenceOf(group: Group, who: ComponentChildren): ComponentChildren {
  const sentence = Object.hasOwn(SENTENCES, group.type) ? SENTENCES[group.type] : undefined
  return sentence?.(group, who) ?? rich('Something new from {who}', { who })
}

function mentioned({ post }: Group): string {
  const status = post?.shown.value
  const isReply = status?.in_reply_to_account_id === viewer?.account_id
  if (status?.visibility === 'direct') return t('Private mention|notification')
  return isReply ? t('Reply|notification') : t('Mention|notification')
}

function pollEnded({ post }: Group, who: ComponentChildren): ComponentChildren {
  const isOwn = post?.shown.value.account.id === viewer?.account_id
  return isOwn
    ? t('Your poll has ended')
    : rich('A poll by {who} that you voted in has ended', { who })
}

function collectionOf({ details: { collection } }: Group): ComponentChildren {
  return collection && <a href={`/collections/${collection.id}`}>{collection.name}</a>
}

function severed({ details: { event } }: Group): ComponentChildren {
  const name = <bdi>{event?.target_name}</bdi>
  if (event?.type === 'user_domain_block') return rich('You blocked {name}', { name })
  if (event?.type === 'account_suspension') {
    return rich('The moderators of this server suspended {name}', { name })
  }
  return rich('The moderators of this server blocked {name}', { name })
}

/** How many connections were lost. */
export function lostWords({ details: { event } }: Group): string {
  const followers = plural(event?.followers_count ?? 0, '{n} follower', '{n} followers')
  const following = plural(
    event?.following_count ?? 0,
    '{n} account you followed',
    '{n} accounts you followed',
  )
  return t('You lost {followers} and {following}.', { followers, following })
}

function warningWords(action: string): string {
  const words: Readonly<Record<string, string>> = {
    none: t('The moderators sent you a warning'),
    disable: t('Your account was disabled'),
    mark_statuses_as_sensitive: t('Some of your posts were marked as sensitive'),
    delete_statuses: t('Some of your posts were removed'),
    sensitive: t('Your posts are marked as sensitive from now on'),
    silence: t('Your account was limited'),
    suspend: t('Your account was suspended'),
  }
  return words[action] ?? t('The moderators sent you a warning')
}

function reported({ details: { report } }: Group, who: ComponentChildren): ComponentChildren {
  const { id, target_account: target } = (report ?? {}) as { id?: string; target_account?: Account }
  const name = target && <bdi>{displayName(target)}</bdi>
  const link = <a href={id === undefined ? '/admin/reports' : `/admin/reports/${id}`}>{name}</a>
  return rich('{who} reported {name}', { who, name: link })
}

function reacted({ details }: Group, who: ComponentChildren): ComponentChildren {
  const { emoji = '', emoji_url: url } = details
  const shown = url ? <img class="emoji" src={url} alt={emoji} title={emoji} /> : emoji
  return rich('{who} reacted to your post with {emoji}', { who, emoji: shown })
}
