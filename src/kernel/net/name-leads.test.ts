import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render } from '../base/translatable-text.ts'
import { whereNameLeads } from './name-leads.ts'

const OTHER = '8.8.8.8'
const PUBLIC = '9.9.9.9'
const PUBLIC_6 = '2620:fe::fe'

/** @param found null: no DNS server answers */
async function sentence(found: string[] | null, own: string[]): Promise<string> {
  const lookUp = async () => {
    if (found === null) throw new Error('SERVFAIL')
    return found
  }
  return render(await whereNameLeads({ name: 'social.example', lookUp, own }))
}

test('S-705 a name that leads to another machine: where, the addresses of this one, and what to change', async () => {
  assert.equal(
    await sentence([OTHER], [PUBLIC, '10.0.0.7']),
    'In DNS social.example leads to 8.8.8.8, but the addresses of this machine are 9.9.9.9, 10.0.0.7; ' +
      'change the A and AAAA records of social.example to these',
  )
})

test('S-705 only the record that is wrong is named, of IPv4 or of IPv6', async () => {
  const own = [PUBLIC, PUBLIC_6]

  assert.match(await sentence([PUBLIC, '2620:fe::9'], own), /leads to 2620:fe::9, but/)
  assert.match(await sentence([OTHER, PUBLIC_6], own), /leads to 8\.8\.8\.8, but/)
})

test('S-705 behind a router its address is right, so the router is named as well', async () => {
  const behind = await sentence([OTHER], ['192.168.1.5'])
  assert.match(
    behind,
    /leads to 8\.8\.8\.8, and this machine has only 192\.168\.1\.5; let the router/,
  )
  // of IPv6 this machine has an address of its own, of IPv4 that of the router
  assert.match(await sentence([OTHER, PUBLIC_6], ['192.168.1.5', PUBLIC_6]), /let the router/)
})

test('S-705 a name that leads here, nowhere, or that nobody can look up', async () => {
  assert.match(
    await sentence([PUBLIC], [PUBLIC]),
    /leads to this machine \(9\.9\.9\.9\): let firewalls/,
  )
  assert.match(
    await sentence([], [PUBLIC]),
    /has no address: add an A or AAAA record .* 9\.9\.9\.9$/,
  )
  assert.match(await sentence(null, [PUBLIC]), /^The DNS servers of this machine do not answer/)
})
