import type { ComponentChildren } from 'preact'
import type { Account, CustomEmoji } from '../entities/account.ts'
import { splitShortcodes } from '../shortcodes.ts'

interface PersonProps {
  account: Pick<Account, 'acct' | 'display_name' | 'username' | 'avatar_static' | 'emojis'>
  href?: string
  size?: 'small' | 'large'
  /** stands below the names */
  children?: ComponentChildren
}

/** Somebody with picture, name and handle. */
export function Person({ account, href, size = 'small', children }: PersonProps) {
  const { acct, avatar_static } = account
  const pixels = size === 'small' ? 36 : 64
  const names = (
    <>
      <strong class="person-name">
        <bdi>{displayName(account)}</bdi>
      </strong>{' '}
      <bdi class="person-handle" title={`@${acct}`}>
        @{acct}
      </bdi>
    </>
  )
  return (
    <div class={`person ${size}`}>
      <img src={avatar_static} alt="" width={pixels} height={pixels} loading="lazy" />
      <div class="person-names">
        {href === undefined ? <span>{names}</span> : <a href={href}>{names}</a>}
        {children}
      </div>
    </div>
  )
}

export function displayName({
  display_name,
  username,
  emojis,
}: Pick<Account, 'display_name' | 'username' | 'emojis'>): ComponentChildren {
  return display_name === '' ? username : withEmojis(display_name, emojis)
}

/** Puts pictures in the place of shortcodes. */
export function withEmojis(text: string, emojis: readonly CustomEmoji[]): ComponentChildren {
  if (emojis.length === 0) return text
  return splitShortcodes(text).map((part, at) => {
    if (at % 2 === 0) return part
    const emoji = emojis.find(({ shortcode }) => part === shortcode)
    const written = `:${part}:`
    if (emoji === undefined) return written
    return <img key={at} class="emoji" src={emoji.static_url} alt={written} title={written} />
  })
}
