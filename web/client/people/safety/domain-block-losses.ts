import { plural, t } from '../../../shared/i18n.ts'

/** Follows that a domain block would end, from `GET /api/v1/domain_blocks/preview`. */
export interface Preview {
  following_count: number
  followers_count: number
}

export function lossesOf({ followers_count, following_count }: Preview): string {
  if (followers_count + following_count === 0) {
    return t('Nobody there follows you, and you follow nobody there: nothing is lost.')
  }
  return t('You lose {followers} and {following}. This cannot be taken back.', {
    followers: plural(followers_count, '{n} follower', '{n} followers'),
    following: plural(following_count, '{n} person you follow', '{n} people you follow'),
  })
}
