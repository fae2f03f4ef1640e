import { isIP } from 'node:net'

/** Second levels under which a country gives names out, as in `example.co.uk`. */
const SECOND_LEVELS = new Map(
  Object.entries({
    ar: 'com edu gob int net org',
    at: 'ac co gv or',
    au: 'asn com edu gov id net org',
    br: 'app art blog com dev eco edu gov ind inf net org social tec',
    cn: 'ac com edu gov net org',
    co: 'com edu gov net org',
    es: 'com edu gob nom org',
    fr: 'asso com gouv nom',
    hk: 'com edu gov idv net org',
    id: 'ac co go my net or web',
    il: 'ac co gov net org',
    in: 'ac co edu firm gen gov ind net org',
    jp: 'ac ad co ed go gr lg ne or',
    kr: 'ac co go ne or pe re',
    mx: 'com edu gob net org',
    my: 'com edu gov name net org',
    nz: 'ac co geek gen govt iwi maori net org school',
    pe: 'com edu gob net nom org',
    pl: 'art com edu gov info net org waw',
    pt: 'com edu gov org',
    ru: 'com msk net org spb',
    sg: 'com edu gov net org per',
    th: 'ac co go in net or',
    tr: 'bel com edu gen gov net org web',
    tw: 'com edu gov idv net org',
    ua: 'com edu gov in kiev kyiv lviv net od org',
    uk: 'ac co gov ltd me net nhs org plc sch',
    ve: 'co com edu gob net org web',
    za: 'ac co gov net org school web',
  }),
)

/** Where each subdomain belongs to somebody else. */
const SHARED_HOSTS = new Set([
  'masto.host',
  'github.io',
  'gitlab.io',
  'netlify.app',
  'vercel.app',
  'pages.dev',
  'workers.dev',
  'fly.dev',
  'herokuapp.com',
  'onrender.com',
  'duckdns.org',
  'eu.org',
  'wordpress.com',
  'ghost.io',
])

/**
 * The part of a host name that somebody registered, so that a wildcard under it counts once (A35).
 * An estimate without the public suffix list: where it does not know a suffix, strangers share a
 * budget, and an owner of many names still has one.
 */
export function registrableDomain(hostname: string): string {
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return hostname
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.')
  const [second = '', top = ''] = labels.slice(-2)
  const underCountry = SECOND_LEVELS.get(top)?.split(' ').includes(second) === true
  const isSuffix = underCountry || SHARED_HOSTS.has(`${second}.${top}`)
  return labels.slice(isSuffix ? -3 : -2).join('.')
}

/** Whether everybody can have a name under this one, as under `com` and `co.uk`: an estimate, too. */
export function isCommonSuffix(hostname: string): boolean {
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.')
  const [first = '', top = ''] = labels
  if (labels.length === 1) return !hostname.startsWith('[')
  return labels.length === 2 && SECOND_LEVELS.get(top)?.split(' ').includes(first) === true
}
