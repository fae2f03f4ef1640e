import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { type Said, said } from '../base/translatable-text.ts'
import { isGlobalUnicast } from './address-policy.ts'
import type { LookUp } from './resolver.ts'

interface Place {
  name: string
  /** asks DNS, as everybody else does: the hosts file of this machine counts here alone */
  lookUp: LookUp
  /** addresses of this machine */
  own: readonly string[]
}

/** Where DNS leads a name that should lead to this machine, as one sentence that says what to change. */
export async function whereNameLeads({ name, lookUp, own }: Place): Promise<Said> {
  const addresses = await lookUp(name).catch(() => null)
  if (addresses === null) {
    return said(
      'The DNS servers of this machine do not answer, so it is not known here where {name} leads: check them first',
      { name },
    )
  }
  const values = { name, own: listed(own) }
  if (addresses.length === 0) {
    return said(
      'In DNS {name} has no address: add an A or AAAA record with the public address of this machine, which has {own}',
      values,
    )
  }
  const others = addresses.filter((address) => !own.includes(address))
  if (others.length === 0) {
    return said(
      'In DNS {name} leads to this machine ({addresses}): let firewalls and routers before it admit the ports 80 and 443',
      { name, addresses: listed(addresses) },
    )
  }
  const reached = new Set(own.filter(isGlobalUnicast).map(isIP))
  const wrong = others.filter((address) => reached.has(isIP(address)))
  if (wrong.length > 0) {
    return said(
      'In DNS {name} leads to {wrong}, but the addresses of this machine are {own}; change the A and AAAA records of {name} to these',
      { ...values, wrong: listed(wrong) },
    )
  }
  return said(
    'In DNS {name} leads to {others}, and this machine has only {own}; let the router at that address pass the ports 80 and 443 on to it, or correct the A and AAAA records of {name}',
    { ...values, others: listed(others) },
  )
}

/** Addresses of this machine in its networks, without loopback and those of a link. */
export function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const own = all.filter(
    ({ internal, address }) => !internal && !/^(?:fe80:|169\.254\.)/.test(address),
  )
  return own.map(({ address }) => address)
}

const listed = (addresses: readonly string[]) => addresses.join(', ') || '–'
