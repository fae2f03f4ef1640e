import type { S3Config } from '../../base/s3-config.ts'
import { textOf } from './xml.ts'

/** A request that the store refused, or that did not reach it; the message is one line for the operator. */
export class S3Failure extends Error {
  /** of the store, such as `NoSuchBucket`, or of the connection, such as `ECONNREFUSED` */
  readonly code: string
  /** null: there was no answer */
  readonly status: number | null

  constructor(message: string, code: string, status: number | null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    this.code = code
    this.status = status
  }
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** ms; beyond it AWS refuses signatures */
const MAX_SKEW = 15 * 60_000

const RIGHTS =
  's3:GetObject, s3:PutObject, s3:DeleteObject, s3:AbortMultipartUpload on its objects and s3:ListBucket, ' +
  's3:ListBucketMultipartUploads on itself'

/** Codes of https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html, and what the operator can do. */
const ADVICE: Record<string, (config: S3Config) => string> = {
  InvalidAccessKeyId: () => 'the store does not know AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: () => 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID',
  InvalidToken: () => 'AWS_SESSION_TOKEN is not valid',
  ExpiredToken: () => 'AWS_SESSION_TOKEN has expired',
  NoSuchBucket: ({ bucket }) => `there is no bucket ${bucket}; create it, or name another one`,
  AccessDenied: () => `these keys may not do that; the bucket's owner must grant ${RIGHTS}`,
  RequestTimeTooSkewed: () => 'the clocks of this machine and of the store differ too much',
  PermanentRedirect: () => 'the bucket is at another endpoint or in another region',
  AuthorizationHeaderMalformed: ({ region }) => `the bucket is not in the region ${region}`,
}

const FULL = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'InsufficientCapacity']

const PASSING = [
  'SlowDown',
  'InternalError',
  'ServiceUnavailable',
  'RequestTimeout',
  'ThrottlingException',
]

/** @param what was asked, for example `PUT media/…` */
export function refused(config: S3Config, what: string, answer: Answer, now: number): S3Failure {
  const code = codeOf(answer, now)
  const advice = ADVICE[code]?.(config) ?? textOf(answer.text, 'Message') ?? 'no reason given'
  const where = `${config.bucket} at ${config.endpoint}`
  return new S3Failure(`S3 bucket ${where}: ${what}: ${code}: ${advice}`, code, answer.status)
}

export function unreachable(config: S3Config, what: string, error: unknown): S3Failure {
  const reason = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'NoAnswer'
  const where = `${config.bucket} at ${config.endpoint}`
  return new S3Failure(`S3 bucket ${where}: ${what}: no answer: ${reason}`, code, null, error)
}

/** A file that did not come as it was stored. @param why completes "the file …" */
export function damaged(config: S3Config, key: string, why: string): S3Failure {
  const where = `${config.bucket} at ${config.endpoint}`
  return new S3Failure(`S3 bucket ${where}: the file ${key} ${why}`, 'Damaged', null)
}

/** Whether a later attempt may succeed by itself. */
export function isPassing({ code, status }: S3Failure): boolean {
  if (FULL.includes(code)) return false
  return status === null || status >= 500 || status === 429 || PASSING.includes(code)
}

export function isFull({ code, status }: S3Failure): boolean {
  return FULL.includes(code) || status === 507
}

/** Replies to HEAD have no body, so their reason is guessed from the status and the clock. */
function codeOf({ status, headers, text }: Answer, now: number): string {
  const code = textOf(text, 'Code')
  if (code !== null) return code
  if (status === 301) return 'PermanentRedirect'
  if (status !== 403) return `HTTP ${status}`
  const theirs = Date.parse(String(headers.date))
  return Math.abs(theirs - now) > MAX_SKEW ? 'RequestTimeTooSkewed' : 'AccessDenied'
}
