import { displayName } from '../../../shared/components/person.tsx'
import { Clock, ExternalLink, Hash, Icon, Search } from '../../../shared/icons.tsx'
import { Avatar } from '../../people/account-name.tsx'
import type { Offer } from './use-offers.ts'

/** A suggestion during typing, in one line. */
export function OfferLine({ offer }: { offer: Offer }) {
  if (offer.kind === 'account') {
    return (
      <>
        <Avatar account={offer.account} size={28} />
        <bdi class="search-offer-name">{displayName(offer.account)}</bdi>
        <span class="muted" dir="ltr">
          @{offer.account.acct}
        </span>
      </>
    )
  }
  if (offer.kind === 'tag') {
    return (
      <>
        <Icon of={Hash} /> <bdi>{offer.tag.name}</bdi>
      </>
    )
  }
  const icon = { recent: Clock, search: Search, open: ExternalLink }[offer.kind]
  return (
    <>
      <Icon of={icon} /> <bdi>{offer.label}</bdi>
    </>
  )
}
