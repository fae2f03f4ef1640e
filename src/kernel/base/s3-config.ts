import { shown } from './shown-setting.ts'

/** A bucket of an S3 store, and the keys to it. */
export interface S3Config {
  bucket: string
  /** begins every key; empty, or ends in a slash */
  prefix: string
  /** address of the store without a trailing slash, for example `https://s3.eu-central-1.amazonaws.com`; some have a path */
  endpoint: string
  region: string
  /** the bucket is named in the path, not in the host */
  pathStyle: boolean
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | null
}

type Environment = Record<string, string | undefined>

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html, and older names */
const BUCKET = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i
/** characters that nobody encodes, so that every store signs the same path */
const PREFIX = /^([a-z0-9._-]+\/)*$/i
const NO_KEYS = 'must not contain keys: give AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
const PARAMETERS = ['endpoint', 'region', 'pathStyle']

/** Whether a storage is named by an address rather than by a folder. */
export function isS3Address(text: string): boolean {
  return /^s3:\/\//i.test(text)
}

/**
 * Reads `s3://bucket[/prefix]?endpoint=…&region=…&pathStyle=…`; the keys come from the usual variables.
 * @throws Error with what is wrong with it; the message contains no key
 */
export function readS3Config(address: string, env: Environment): S3Config {
  const url = URL.parse(address)
  if (url === null) throw new Error('must look like s3://bucket/prefix?endpoint=https://…')
  if (url.username !== '' || url.password !== '') {
    throw new Error(NO_KEYS)
  }
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined) {
    throw new Error(
      `has the unknown parameter ${shown(unknown)}; known are ${PARAMETERS.join(', ')}`,
    )
  }
  const path = url.pathname.replace(/^\/+|\/+$/g, '')
  const prefix = path === '' ? '' : `${path}/`
  if (!BUCKET.test(url.host)) throw new Error('must name a bucket, as in s3://bucket')
  if (!PREFIX.test(prefix) || prefix.split('/').some((part) => /^\.+$/.test(part))) {
    throw new Error('may have only letters, digits, dots and hyphens in the prefix')
  }
  const endpoint = url.searchParams.get('endpoint')
  const region = url.searchParams.get('region') || env.AWS_REGION || 'us-east-1'
  return {
    bucket: url.host,
    prefix,
    endpoint: readEndpoint(endpoint ?? `https://s3.${region}.amazonaws.com`),
    region,
    pathStyle: readPathStyle(url.searchParams.get('pathStyle'), endpoint !== null),
    accessKeyId: given(env, 'AWS_ACCESS_KEY_ID'),
    secretAccessKey: given(env, 'AWS_SECRET_ACCESS_KEY'),
    sessionToken: env.AWS_SESSION_TOKEN || null,
  }
}

function readEndpoint(text: string): string {
  const url = URL.parse(text)
  if (url !== null && url.username + url.password !== '') throw new Error(NO_KEYS)
  const path = url?.pathname.replace(/\/$/, '') ?? ''
  const isBare = url !== null && url.href.replace(/\/$/, '') === url.origin + path
  if (!isBare || !/^https?:$/.test(url.protocol) || !PREFIX.test(`${path}/`.slice(1))) {
    throw new Error(`needs an endpoint like https://s3.example.com, not "${shown(text)}"`)
  }
  return url.origin + path
}

function readPathStyle(text: string | null, otherwise: boolean): boolean {
  if (text === null) return otherwise
  if (/^(true|1|on|yes)$/i.test(text)) return true
  if (/^(false|0|off|no)$/i.test(text)) return false
  throw new Error(`needs true or false for pathStyle, not "${shown(text)}"`)
}

function given(env: Environment, name: string): string {
  const value = env[name]
  if (!value) throw new Error(`needs ${name} in the environment`)
  return value
}
